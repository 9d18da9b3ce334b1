/** A command that the reader pastes, and the answer that is shown. */
export type WalkStep = {
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

/** Why a page cannot be used as a walk-through. */
type WalkFault = { readonly fault: string };

/** A parsed walk-through. */
type WalkThrough = {
  /** The settings with which the page starts the service; undefined if it does not start one. */
  readonly settings: Readonly<Record<string, string>> | undefined;
  readonly steps: readonly WalkStep[];
};

type Fence = { readonly line: number; readonly info: string; readonly text: string };

/**
 * Parses a walk-through. A fence of `sh start` starts the service. Each step is a fence of `sh` or `sh soon`, followed
 * by the fence of its answer if it has one.
 */
export function readWalkThrough(markdown: string): WalkThrough | WalkFault {
  const fences = readFences(markdown);
  if ("fault" in fences) return fences;
  const steps: WalkStep[] = [];
  let settings: WalkThrough["settings"];
  for (const fence of fences) {
    const last = steps.at(-1);
    if (fence.info === "sh start") {
      settings = readSettings(fence.text);
      if (settings === undefined || steps.length > 0) {
        return {
          fault: `Line ${fence.line} does not start the service, by settings and npm start, before all else.`,
        };
      }
    } else if (fence.info === "sh" || fence.info === "sh soon") {
      const { line, info, text } = fence;
      steps.push({ line: line + 1, command: text, isSoon: info === "sh soon", answer: undefined });
    } else if (last === undefined || last.answer !== undefined) {
      return { fault: `Line ${fence.line} begins an answer, and no command stands before it.` };
    } else {
      const answer = readAnswer(fence);
      if ("fault" in answer) return answer;
      steps.splice(-1, 1, { ...last, answer });
    }
  }
  return steps.length === 0 ? { fault: "There is no step in it." } : { settings, steps };
}

function readSettings(command: string): WalkThrough["settings"] {
  const words = command.replaceAll("\\\n", " ").split(/\s+/);
  const pairs = words.slice(0, -2).map((word) => /^([A-Z_]+)=(\S*)$/.exec(word));
  if (words.slice(-2).join(" ") !== "npm start" || pairs.includes(null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}

function readFences(markdown: string): readonly Fence[] | WalkFault {
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

function readAnswer({ line, info, text }: Fence): ShownAnswer | WalkFault {
  if (info === "text") return { kind: "text", text };
  if (info !== "json") {
    return { fault: `Line ${line} begins a fence of "${info}"; write sh start, sh, sh soon, json or text.` };
  }
  const parsed = parseShownJson(text);
  return parsed === undefined
    ? { fault: `The answer that line ${line} begins is no JSON.` }
    : { kind: "json", ...parsed };
}
