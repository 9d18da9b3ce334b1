import type { Stage, Step } from "./stage.ts";

type Draft = { -readonly [Member in keyof Stage]: Stage[Member] } & { steps: Step[]; volumes: string[] };

/** These say something to whoever looks at an image, and are no step. */
const silent = new Set(["EXPOSE", "STOPSIGNAL", "LABEL"]);

/** Reads the stages of a container file, as far as ours goes; an instruction that it does not know is refused. */
export function readContainerFile(text: string): Stage[] {
  const defaults = new Map<string, string>();
  const stages: Draft[] = [];
  for (const line of joinLines(text)) {
    const [, word = "", rest = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    const stage = stages.at(-1);
    if (word === "ARG") {
      const [name = "", value = ""] = rest.split("=");
      defaults.set(name, value);
    } else if (word === "FROM") {
      const [, base = "", name = ""] = /^(\S+) AS (\S+)$/.exec(fill(rest, defaults)) ?? [];
      if (name === "") throw new Error(`A stage has no name: ${line}`);
      stages.push({ name, base, steps: [], volumes: [], ...nothingSaid });
    } else if (stage === undefined) throw new Error(`This stands before every stage: ${line}`);
    else take(stage, word, rest);
  }
  return stages;
}

const nothingSaid = { user: undefined, command: undefined, healthCommand: undefined } as const;

function take(stage: Draft, word: string, rest: string): void {
  if (word === "RUN") stage.steps.push({ kind: "run", command: rest });
  else if (word === "COPY") stage.steps.push(readCopy(rest));
  else if (word === "WORKDIR") stage.steps.push({ kind: "folder", path: rest });
  else if (word === "ENV") {
    const [, name = "", value = ""] = /^(\w+)=(\S+)$/.exec(rest) ?? [];
    if (name === "") throw new Error(`This sets no variable: ENV ${rest}`);
    stage.steps.push({ kind: "variable", name, value });
  } else if (word === "USER") stage.user = rest;
  else if (word === "VOLUME") stage.volumes.push(rest);
  else if (word === "CMD") stage.command = readWords(rest);
  else if (word === "HEALTHCHECK") stage.healthCommand = readWords(rest.slice(rest.indexOf("CMD ") + 4));
  else if (!silent.has(word)) throw new Error(`What ${word} means is not known here.`);
}

function readCopy(rest: string): Step {
  const [, from, source, target] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(rest) ?? [];
  if (source === undefined || target === undefined) throw new Error(`This copies nothing: COPY ${rest}`);
  return { kind: "copy", from, source, target };
}

function readWords(text: string): string[] {
  const words: unknown = JSON.parse(text);
  if (!Array.isArray(words)) throw new Error(`This is no list of words: ${text}`);
  return words.map(String);
}

/** Comments go, and lines that end in a backslash go on. */
function joinLines(text: string): string[] {
  const lines = text.split("\n").filter((line) => !/^\s*(?:#|$)/.test(line));
  return lines.join("\n").replaceAll("\\\n", " ").split("\n");
}

function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values.get(name) ?? "");
}
