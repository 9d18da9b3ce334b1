import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { GuideStep } from "./read-guide.ts";
import { runProgram } from "./run-program.ts";

const documentPath = "openapi/openapi.yaml";

/** What comes after the part of the document that new lines are written at the end of. */
const ends: Readonly<Record<string, RegExp>> = {
  paths: /^components:$/m,
  schemas: /^(?=\S|(?: {2}\S))/m,
};

/** Does one step of a guide in a repository; throws where it can't be done as it is written. */
export async function doStep(step: GuideStep, repository: string, pnpm: string): Promise<void> {
  if (step.kind === "sh") {
    const script = `set -eu\npnpm() { ${pnpm} "$@"; }\n${step.text}`;
    await runProgram("bash", ["-c", script], { folder: repository });
  } else if (step.kind === "diff") {
    await change(join(repository, step.path), (text) => replaceOnce(text, step.before, step.after));
  } else {
    await change(join(repository, documentPath), (text) => insert(text, step.place, step.text));
  }
}

async function change(path: string, make: (text: string) => string): Promise<void> {
  await writeFile(path, make(await readFile(path, "utf8")));
}

function replaceOnce(text: string, before: string, after: string): string {
  const parts = text.split(before);
  const [first, second] = parts;
  if (first === undefined || second === undefined || parts.length > 2) {
    throw new Error(`These lines are to be there once, and are there ${parts.length - 1} times:\n${before}`);
  }
  return first + after + second;
}

function insert(text: string, place: string, lines: string): string {
  const opening = place === "paths" ? /^paths:\n/m : /^ {2}schemas:\n/m;
  const end = ends[place];
  const began = opening.exec(text);
  if (end === undefined || began === null) throw new Error(`The document has no ${place}.`);
  const from = began.index + began[0].length;
  const rest = text.slice(from);
  const until = end.exec(rest)?.index ?? rest.length;
  const part = rest.slice(0, until).trimEnd();
  return `${text.slice(0, from)}${part}\n\n${lines}${until < rest.length ? "\n" : ""}${rest.slice(until)}`;
}
