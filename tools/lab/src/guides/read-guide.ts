/** A command that the reader pastes, and the answer that is shown. */
export type GuideStep = {
  /** The line of the command in the page. */
  readonly line: number;
  readonly command: string;
  /** Whether the answer may take a moment, because a server does something asynchronously first. */
  readonly isSoon: boolean;
  /** Undefined if nothing is printed. */
  readonly answer: ShownAnswer | undefined;
};

/** An answer as shown, with an ellipsis wherever it may vary. */
export type ShownAnswer =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "text"; readonly text: string };

/** The parsed form of an ellipsis outside of a string: any positive whole number, such as a time or an id. */
export const someNumber = "\u0000";

/** Parses JSON in which an ellipsis may stand for a number; undefined if it is invalid. */
export function parseShownJson(text: string): { readonly value: unknown } | undefined {
  const json = text.replaceAll(/"(?:[^"\\]|\\.)*"|…/g, (found) =>
    found === "…" ? JSON.stringify(someNumber) : found,
  );
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}

/** Why a page cannot be followed. */
type GuideFault = { readonly fault: string };

/** A parsed guide. A page without commands has no steps. */
export type Guide = {
  /** The settings with which the page starts the service; undefined if it does not start one. */
  readonly settings: Readonly<Record<string, string>> | undefined;
  readonly steps: readonly GuideStep[];
};

type Fence = { readonly line: number; readonly info: string; readonly text: string };

/**
 * Parses a guide. A fence of `sh` that runs `npm start` starts the service. Each step is a fence of `sh` or `sh soon`,
 * followed by the fence of its answer if it has one. Fences of other languages are only shown.
 */
export function readGuide(markdown: string): Guide | GuideFault {
  const fences = readFences(markdown);
  if ("fault" in fences) return fences;
  const steps: GuideStep[] = [];
  let settings: Guide["settings"];
  let isAnswerDue = false;
  for (const fence of fences) {
    const { line, info, text } = fence;
    if (info === "sh" && /\bnpm start$/.test(text)) {
      settings = readSettings(text);
      if (settings === undefined || steps.length > 0) return { fault: `Line ${line} ${notStarting}` };
    } else if (info === "sh" || info === "sh soon") {
      steps.push({ line: line + 1, command: text, isSoon: info === "sh soon", answer: undefined });
    } else if (info === "text" || info === "json") {
      const last = isAnswerDue ? steps.pop() : undefined;
      if (last === undefined)
        return { fault: `Line ${line} begins an answer, and no command stands before it.` };
      const answer = readAnswer(fence);
      if ("fault" in answer) return answer;
      steps.push({ ...last, answer });
    } else if (/^(?:sh|bash|shell|zsh)\b/.test(info)) {
      return {
        fault: `Line ${line} begins a fence of "${info}"; write sh, sh soon, or console if it is only shown.`,
      };
    }
    isAnswerDue = steps.at(-1)?.line === line + 1;
  }
  return { settings, steps };
}

const notStarting = "does not start the service, by settings and npm start, before all else.";

function readSettings(command: string): Guide["settings"] {
  const words = command.replaceAll("\\\n", " ").split(/\s+/);
  const pairs = words.slice(0, -2).map((word) => /^([A-Z_]+)=(\S*)$/.exec(word));
  if (words.slice(-2).join(" ") !== "npm start" || pairs.includes(null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}

function readFences(markdown: string): readonly Fence[] | GuideFault {
  const fences: Fence[] = [];
  let open: { readonly line: number; readonly info: string; readonly lines: string[] } | undefined;
  for (const [index, text] of markdown.split("\n").entries()) {
    const info = /^ *```(.*)$/.exec(text)?.[1]?.trim();
    if (info === undefined) open?.lines.push(text);
    else if (open === undefined) open = { line: index + 1, info, lines: [] };
    else {
      fences.push({ line: open.line, info: open.info, text: open.lines.join("\n") });
      open = undefined;
    }
  }
  return open === undefined ? fences : { fault: `The fence that line ${open.line} begins has no end.` };
}

function readAnswer({ line, info, text }: Fence): ShownAnswer | GuideFault {
  if (info === "text") return { kind: "text", text };
  const parsed = parseShownJson(text);
  return parsed === undefined
    ? { fault: `The answer that line ${line} begins is no JSON.` }
    : { kind: "json", ...parsed };
}
