import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";
import { writeTogether } from "../../cli/write-together.ts";
import { printFault } from "../../read/parse-yaml.ts";
import { readDocumentText } from "../../read/read-document.ts";
import { documents } from "../../read/registry.ts";
import { checkBreaking, reportJudgement } from "../check-breaking.ts";
import { checkRelease } from "../check-release.ts";
import { planStamp } from "../plan-stamp.ts";
import { stampDocument } from "../stamp-document.ts";
import { digestInterface } from "../trace-pointer.ts";
import { plantedText } from "./planted.ts";

const settings = `{
  "fixed": [["@trading-oms/types", "@trading-oms/contract"]],
  "ignore": ["@trading-oms/spec"],
  "privatePackages": { "version": true, "tag": false }
}
`;

/** The exit code and output of a command. */
type Ending = { readonly code: number; readonly said: string };

const commands = { "check-breaking": checkBreaking, "stamp-document": stampDocument };

/** A temporary repository for one test, with the frozen documents of the registry, recorded and unchanged, of which the tests edit the first. */
export type PlantedRepository = {
  readonly root: string;
  readonly read: (path: string) => string;
  readonly has: (path: string) => boolean;
  readonly write: (path: string, text: string) => void;
  readonly remove: (path: string) => void;
  /** Edits the document. Throws if the pattern does not match. */
  readonly edit: (pattern: RegExp, replacement: string) => void;
  /** Writes a changeset for the types with this level. */
  readonly announce: (level: string) => void;
  /** Sets the version of the packages and removes the changesets, as `changeset version` does. */
  readonly move: (version: string) => void;
  /** Judges the repository in this process and returns the report. */
  readonly judge: () => Promise<string>;
  /** Stamps the documents in this process and returns the report on the first. */
  readonly stamp: (isAmendment?: boolean) => Promise<string>;
  /** Runs a command in the repository. */
  readonly run: (command: keyof typeof commands, ...words: string[]) => Promise<Ending>;
};

/** Creates a temporary repository with the small document, or with another text. */
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
  const other = plantedText.replace("version: 1.0.24", "version: 0.1.0");
  for (const [index, { name, file }] of documents.filter(({ isFrozen }) => isFrozen).entries()) {
    write(`openapi/${file}`, index === 0 ? text : other);
    write(`openapi/published/${name}/${index === 0 ? "1.0.24" : "0.1.0"}.yaml`, index === 0 ? text : other);
  }
  write("docs/decisions/0001-baseline.md", `The baselines are ${digestOf(text)} and ${digestOf(other)}.\n`);
  write(".changeset/config.json", settings);
  write(".changeset/README.md", "# Changesets\n");
  write("tools/spec/package.json", "{}\n");
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

/** The digest of a document for a decision record. */
export function digestOf(text: string): string {
  const reading = readDocumentText("openapi.yaml", text);
  if (reading.kind === "faulty") throw new Error(reading.faults.map(({ message }) => message).join("; "));
  return digestInterface(reading.document);
}

async function judge(root: string): Promise<string> {
  const showPath = (path: string): string => relative(root, path);
  const files = { document: join(root, "openapi/openapi.yaml"), changesets: join(root, ".changeset") };
  const judgement = await checkRelease({ root, baseline: undefined, ...files });
  return reportJudgement(judgement, showPath(files.document), showPath).join("\n");
}

async function stamp(root: string, isAmendment: boolean): Promise<string> {
  const plan = await planStamp(root, isAmendment);
  if (plan.kind === "refused") {
    return plan.faults.map((fault) => printFault({ ...fault, path: relative(root, fault.path) })).join("\n");
  }
  await writeTogether(plan.files);
  return plan.outcome.split("\n", 1)[0] ?? "";
}

async function run(root: string, command: keyof typeof commands, words: readonly string[]): Promise<Ending> {
  let said = "";
  const say = (text: string): void => {
    said += `${text}\n`;
  };
  const code = await commands[command](["--root", root, ...words], root, { log: say, error: say });
  return { code, said };
}
