import { dirname, join } from "node:path";
import { checkExample, checkValue, type Flaw, type Measure } from "./check-example.ts";
import { checkExampleCoverage } from "./check-example-coverage.ts";
import type { Complaint } from "./check-vocabulary.ts";
import { classifyExample, type ExampleRole } from "./classify-example.ts";
import type { Fault } from "./fault.ts";
import { listOperations } from "./list-operations.ts";
import { parseExample } from "./parse-example.ts";
import type { Place } from "./parse-yaml.ts";
import type { SoundDocument } from "./read-document.ts";
import type { ExampleFile } from "./read-examples.ts";
import { schemaJudge } from "./schema-judge.ts";
import { type Fields, isFields, type Pointer, walkDocument } from "./walk-document.ts";

type ReadExample = {
  readonly file: ExampleFile;
  readonly role: ExampleRole;
  /** The value, or nothing where the file does not parse. */
  readonly content: { readonly value: unknown; readonly placeOf: (pointer: Pointer) => Place } | undefined;
  readonly faults: readonly Fault[];
};

/**
 * Holds the examples against the document: each is valid and has a use, and nothing that the document declares
 * goes without one. The files are those of the folder `examples` beside the document.
 */
export function checkExamples(sound: SoundDocument, files: readonly ExampleFile[]): Fault[] {
  const { document, path, placeOf } = sound;
  const folder = dirname(path);
  const measure = { document, judgeOf: schemaJudge(document) };
  const operations = listOperations(document);
  const examples = files.map((file) => read(folder, file, classifyExample(file.path, operations)));
  const inFiles = examples
    .filter(isFirstOfItsOrphans)
    .flatMap((example) => [
      ...example.faults,
      ...judge(folder, example, (content) => checkExample(measure, example.role, content)),
    ]);
  const inDocument = [
    ...checkExternalValues(measure, examples),
    ...checkExampleCoverage(
      document,
      examples.map(({ role }) => role),
    ),
  ];
  return [...inFiles, ...inDocument.map(({ pointer, message }) => ({ path, ...placeOf(pointer), message }))];
}

function read(folder: string, file: ExampleFile, role: ExampleRole): ReadExample {
  const path = join(folder, "examples", file.path);
  if (!file.path.endsWith(".json")) {
    const content = { value: file.text, placeOf: () => ({ line: 1, column: 1 }) };
    return { file, role, content, faults: [] };
  }
  const parsed = parseExample(path, file.text);
  if ("faults" in parsed) return { file, role, content: undefined, faults: parsed.faults };
  return { file, role, content: parsed, faults: [] };
}

function judge(folder: string, { file, content }: ReadExample, check: (value: unknown) => Flaw[]): Fault[] {
  if (content === undefined) return [];
  const path = join(folder, "examples", file.path);
  return check(content.value).map(({ pointer, message }) => ({ path, ...content.placeOf(pointer), message }));
}

/** A whole folder without an operation is told once and not for each of its files. */
function isFirstOfItsOrphans({ role }: ReadExample, index: number, all: readonly ReadExample[]): boolean {
  if (role.kind !== "orphan") return true;
  const isSame = (other: ExampleRole) => other.kind === "orphan" && other.message === role.message;
  return all.findIndex((other) => isSame(other.role)) === index;
}

/** Complains of each `externalValue` that leads nowhere, or to a value that is not valid where it is named. */
function checkExternalValues(measure: Measure, examples: readonly ReadExample[]): Complaint[] {
  const byPath = new Map(examples.map((example) => [`examples/${example.file.path}`, example]));
  const complaints: Complaint[] = [];
  walkDocument(measure.document, (kind, pointer, media) => {
    if (kind !== "mediaType" || !isFields(media["examples"])) return;
    for (const [name, example] of Object.entries(media["examples"])) {
      const target = isFields(example) ? example["externalValue"] : undefined;
      if (target === undefined) continue;
      const found = byPath.get(String(target));
      complaints.push(
        ...faultsOf(measure, media, String(target), found).map((message) => ({
          pointer: [...pointer, "examples", name, "externalValue"],
          message,
        })),
      );
    }
  });
  return complaints;
}

function faultsOf(measure: Measure, media: Fields, target: string, found: ReadExample | undefined): string[] {
  if (found === undefined)
    return [`externalValue "${target}" leads to no file; add the file or mend the name`];
  if (found.content === undefined || !isFields(media["schema"])) return [];
  return checkValue(measure, media["schema"], found.content.value).map(
    ({ message }) => `${target} is not valid here: ${message}`,
  );
}
