import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { replaceOnce } from "@trading-oms/spec";
import { printStep, repository, runProgram } from "../run/run-program.ts";
import { installCopy, rehearse, type Shell, startServer } from "./rehearsal.ts";

const usage = `Follows docs/adding-an-operation.md to the letter in a scratch copy, and ends well where the copy is green.

  pnpm lab guide [--short] [--keep]

  --short   leaves out what the guide calls slow, and runs pnpm check in place of npm test
  --keep    leaves the scratch copy, to look at
  --help    this text

Exit codes: 0 the guide holds, 1 it does not, 2 used wrongly.`;

const durationMsMax = 15 * 60_000;

/** The document, a handler, a use case, a claim and a changeset. */
const touchedMax = 5;

async function rehearseGuide(scratch: string, { short }: { readonly short: boolean }): Promise<boolean> {
  const began = performance.now();
  const steps = readGuide(await readFile(join(repository, "docs/adding-an-operation.md"), "utf8"));
  const shell = await installCopy(scratch);
  await copyCache(scratch);
  for (const step of steps.filter((each) => !short || each.kind !== "sh" || !each.isSlow)) {
    for (const part of partsOf(step)) {
      const done =
        short && part.kind === "sh" && part.text === "npm test\n" ? { ...part, text: "pnpm check\n" } : part;
      await printStep(describe(done), () => doStep(done, scratch, shell));
    }
  }
  const touched = await listTouched(scratch);
  console.log(`files touched, examples and tests apart: ${touched.length}\n  ${touched.join("\n  ")}`);
  if (touched.length > touchedMax) {
    console.log(`An operation touches at most ${touchedMax} files.`);
    return false;
  }
  await printStep("ask the mock and a server by the generated method, its query options and oms", () =>
    askByClient(scratch, shell),
  );
  const durationMs = performance.now() - began;
  const isQuick = durationMs <= durationMsMax;
  console.log(
    `The guide ${isQuick ? "holds" : "takes too long"}: ${(durationMs / 1000).toFixed(0)} s, at most ${durationMsMax / 1000}`,
  );
  return isQuick;
}

/** Calls the operation of the guide as an app does. */
async function askByClient(folder: string, shell: Shell): Promise<void> {
  await shell("pnpm run build");
  const load = (path: string) => import(pathToFileURL(join(folder, path)).href);
  const { createCompanion } = await load("packages/client/dist/companion.gen.js");
  const { createQueries } = await load("packages/client/dist/query.js");
  const ask = async (baseUrl: string): Promise<void> => {
    const companion = createCompanion({ baseUrl });
    const { signal } = new AbortController();
    for (const answer of [
      await companion.getServerTime(),
      await createQueries(companion).getServerTime().queryFn({ signal }),
    ]) {
      if (!(answer.serverTime > 0)) throw new Error(`${baseUrl} answered ${JSON.stringify(answer)}.`);
    }
    const words = ["apps/oms/dist/oms.js", "server-time", "get", "--server", baseUrl];
    const printed = await runProgram(process.execPath, words, { folder });
    if (!/^SERVER TIME {2}20/.test(printed)) throw new Error(`oms printed ${printed}`);
  };
  const { startBroker } = await load("apps/mock/dist/node.js");
  const broker = await startBroker();
  await ask(broker.url);
  await broker.close();
  const server = startServer(folder);
  try {
    const [, origin = ""] = await server.untilPrinted(/(http:\/\/\S+?)\/docs\n/);
    await ask(origin);
  } finally {
    await server.end("SIGTERM");
  }
}

/** Copies the build cache: a reader of the guide has built and tested before. */
async function copyCache(scratch: string): Promise<void> {
  const cache = join(".turbo", "cache");
  await cp(join(repository, cache), join(scratch, cache), { recursive: true }).catch(
    (failure: NodeJS.ErrnoException) => {
      if (failure.code !== "ENOENT") throw failure;
    },
  );
}

/** The files that differ from the commit, without examples and tests. */
export async function listTouched(folder: string): Promise<string[]> {
  const status = await runProgram("git", ["status", "--porcelain", "--untracked-files=all"], { folder });
  return status
    .split("\n")
    .map((line) => line.slice(3))
    .filter((path) => path !== "" && !/^openapi\/examples\/|\/testing\/|\.test\.ts$/.test(path));
}

export type GuideStep =
  /** Insert these lines at the end of the companion document's paths or schemas. */
  | { readonly kind: "yaml"; readonly place: string; readonly text: string }
  /** Replace the first lines by the second. */
  | { readonly kind: "diff"; readonly path: string; readonly before: string; readonly after: string }
  /** Run these lines in a shell at the root of the repository. */
  | { readonly kind: "sh"; readonly isSlow: boolean; readonly text: string };

const fence = /^ *```(yaml|diff|sh)(?: (\S+))?\n(.*?)^ *```$/gms;

/** Parses the executable steps of a guide, in order. The info string of each fence names its place. */
export function readGuide(markdown: string): GuideStep[] {
  return [...markdown.matchAll(fence)].map(([, kind, place = "", indented = ""]) => {
    // The fences are indented in a list.
    const text = indented.replaceAll(/^ {3}/gm, "");
    if (kind === "yaml") return { kind, place, text };
    if (kind === "sh") return { kind, isSlow: place === "slow", text };
    const linesOf = (sign: string): string =>
      text
        .split("\n")
        .filter((line) => line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join("");
    return { kind: "diff", path: place, before: linesOf("-"), after: linesOf("+") };
  });
}

/** Splits commands, so that each is reported with its time. */
function partsOf(step: GuideStep): GuideStep[] {
  if (step.kind !== "sh" || !/^(?:pnpm|npm) /.test(step.text)) return [step];
  const lines = step.text.trim().split("\n");
  return lines.map((line) => ({ ...step, text: `${line}\n` }));
}

function describe(step: GuideStep): string {
  if (step.kind === "yaml") return `write into the document, under ${step.place}`;
  if (step.kind === "diff") return `change ${step.path}`;
  return (step.text.split("\n")[0] ?? "").slice(0, 80);
}

/** Executes one step of a guide in a repository. Throws if it cannot be done as written. */
async function doStep(step: GuideStep, folder: string, shell: Shell): Promise<void> {
  if (step.kind === "sh") {
    await shell(step.text);
    return;
  }
  const path = join(folder, step.kind === "diff" ? step.path : "openapi/companion.yaml");
  const text = await readFile(path, "utf8");
  const changed =
    step.kind === "diff"
      ? replaceOnce(text, step.before, step.after)
      : insertAtEnd(text, step.place, step.text);
  await writeFile(path, changed);
}

/** The pattern before each part of the document, and the one after it. */
const parts: Readonly<Record<string, readonly [begins: RegExp, ends: RegExp]>> = {
  paths: [/^paths:\n/m, /^components:$/m],
  schemas: [/^ {2}schemas:\n/m, /^(?=\S|(?: {2}\S))/m],
};

function insertAtEnd(text: string, place: string, lines: string): string {
  const [begins, ends] = parts[place] ?? [];
  const began = begins?.exec(text);
  if (began == null || ends === undefined) throw new Error(`The document has no ${place}.`);
  const from = began.index + began[0].length;
  const rest = text.slice(from);
  const until = ends.exec(rest)?.index ?? rest.length;
  const part = rest.slice(0, until).trimEnd();
  return `${text.slice(0, from)}${part}\n\n${lines}${until < rest.length ? "\n" : ""}${rest.slice(until)}`;
}

if (import.meta.main) process.exitCode = await rehearse(usage, rehearseGuide);
