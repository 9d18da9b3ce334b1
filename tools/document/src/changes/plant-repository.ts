import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";
import { printFault } from "../parse-yaml.ts";
import { readDocumentText } from "../read-document.ts";
import { writeTogether } from "../write-together.ts";
import { checkBreaking, reportJudgement } from "./check-breaking.ts";
import { judgeRelease } from "./judge-release.ts";
import { planStamp } from "./plan-stamp.ts";
import { plantedText } from "./planted.ts";
import { stampDocument } from "./stamp-document.ts";
import { digestInterface } from "./trace-pointer.ts";

const settings = `{
  "fixed": [["@trading-oms/types", "@trading-oms/contract"]],
  "ignore": ["@trading-oms/document"],
  "privatePackages": { "version": true, "tag": false }
}
`;

/** What a command said, and the code that it ended with. */
type Ending = { readonly code: number; readonly said: string };

const commands = { "check-breaking": checkBreaking, "stamp-document": stampDocument };

/** A repository of its own for one test, with a document that is frozen, recorded and unchanged. */
export type PlantedRepository = {
  readonly root: string;
  readonly read: (path: string) => string;
  readonly has: (path: string) => boolean;
  readonly write: (path: string, text: string) => void;
  readonly remove: (path: string) => void;
  /** Edits the document, and holds the test to it that there was something to edit. */
  readonly edit: (pattern: RegExp, replacement: string) => void;
  /** Writes a changeset that moves the types this far. */
  readonly announce: (level: string) => void;
  /** Moves the packages to a version, as `changeset version` does, which uses the changesets up. */
  readonly move: (version: string) => void;
  /** What the judgement of the repository reports, without a process of its own. */
  readonly judge: () => Promise<string>;
  /** What a stamp reports once it has written, without a process of its own. */
  readonly stamp: (isAmendment?: boolean) => Promise<string>;
  /** Runs a command in the repository. */
  readonly run: (command: keyof typeof commands, ...words: string[]) => Promise<Ending>;
};

/** Plants a repository that is there for as long as the test runs, with the small document unless another is given. */
export function plantRepository(text = plantedText): PlantedRepository {
  const root = mkdtempSync(join(tmpdir(), "release-"));
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const remove = (path: string): void => rmSync(join(root, path), { recursive: true, force: true });
  const move = (version: string): void => {
    for (const name of ["types", "contract"]) {
      write(
        `packages/${name}/package.json`,
        `{\n  "name": "@trading-oms/${name}",\n  "version": "${version}"\n}\n`,
      );
    }
    remove(".changeset/planted.md");
  };
  write("openapi/openapi.yaml", text);
  write("openapi/published/1.0.24.yaml", text);
  write("docs/decisions/0001-baseline.md", `The baseline is ${digestOf(text)}.\n`);
  write(".changeset/config.json", settings);
  write(".changeset/README.md", "# Changesets\n");
  write("tools/document/package.json", "{}\n");
  move("1.0.24");
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return {
    root,
    read,
    write,
    remove,
    move,
    has: (path) => existsSync(join(root, path)),
    edit: (pattern, replacement) => {
      const edited = read("openapi/openapi.yaml").replace(pattern, replacement);
      if (edited === read("openapi/openapi.yaml")) throw new Error(`Nothing in the document is ${pattern}.`);
      write("openapi/openapi.yaml", edited);
    },
    announce: (level) =>
      write(".changeset/planted.md", `---\n"@trading-oms/types": ${level}\n---\n\nPlanted.\n`),
    judge: () => judge(root),
    stamp: (isAmendment = false) => stamp(root, isAmendment),
    run: (command, ...words) => run(root, command, words),
  };
}

/** The digest that a decision record has to name for a document of this text. */
export function digestOf(text: string): string {
  const reading = readDocumentText("openapi.yaml", text);
  if (reading.kind === "faulty") throw new Error(reading.faults.map(({ message }) => message).join("; "));
  return digestInterface(reading.document);
}

async function judge(root: string): Promise<string> {
  const showPath = (path: string): string => relative(root, path);
  const files = { document: join(root, "openapi/openapi.yaml"), changesets: join(root, ".changeset") };
  const judgement = await judgeRelease({ root, baseline: undefined, ...files });
  return reportJudgement(judgement, showPath(files.document), showPath).join("\n");
}

async function stamp(root: string, isAmendment: boolean): Promise<string> {
  const plan = await planStamp(root, isAmendment);
  if (plan.kind === "refused") {
    return plan.faults.map((fault) => printFault({ ...fault, path: relative(root, fault.path) })).join("\n");
  }
  await writeTogether(plan.files);
  return plan.outcome;
}

async function run(root: string, command: keyof typeof commands, words: readonly string[]): Promise<Ending> {
  let said = "";
  const say = (text: string): void => {
    said += `${text}\n`;
  };
  const code = await commands[command](["--root", root, ...words], root, { log: say, error: say });
  return { code, said };
}
