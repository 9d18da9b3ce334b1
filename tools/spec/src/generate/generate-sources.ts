import type { OpenAPI3 } from "openapi-typescript";
import { schemasOf } from "../grammar/resolve-reference.ts";
import { type Fields, isFields } from "../grammar/walk-document.ts";
import type { Source } from "../read/read-document.ts";
import { RefusedDocument } from "./schema-expression.ts";
import { type OperationExamples, writeClient, writeQueries } from "./write-client.ts";
import { writeCommands } from "./write-commands.ts";
import { writeContract } from "./write-contract.ts";
import { writeIndexes } from "./write-indexes.ts";

/** Writes the document as TypeScript types, with an exported name for every component schema. */
export async function writeTypes(document: Fields): Promise<string> {
  // Imported on demand: it loads a whole compiler, which an invalid document does not need.
  const { default: openapiTypescript, astToString } = await import("openapi-typescript");
  const input = withoutExampleFiles(document) as unknown as OpenAPI3;
  const syntaxTree = await openapiTypescript(input, { silent: true });
  return `${withoutEmptyParts(astToString(syntaxTree))}\n${namedSchemas(document)}`;
}

/** Removes the exports of parts that no document of ours has. */
function withoutEmptyParts(types: string): string {
  return types.replaceAll(/^export type (?:webhooks|\$defs) = Record<string, never>;\n/gm, "");
}

/** Removes example files: openapi-typescript would read all of them from disk without using them. */
function withoutExampleFiles(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutExampleFiles);
  if (!isFields(part)) return part;
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key, child]) => key !== "examples" || Array.isArray(child))
      .map(([key, child]) => [key, withoutExampleFiles(child)]),
  );
}

function namedSchemas(document: Fields): string {
  return Object.entries(schemasOf(document))
    .map(([name, schema]) => {
      const comment = docComment(String(schema["description"] ?? ""));
      return `${comment}export type ${name} = components["schemas"][${JSON.stringify(name)}];\n`;
    })
    .join("");
}

function docComment(description: string): string {
  if (description === "") return "";
  const lines = description.trim().replaceAll("*/", "*\\/").split("\n");
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** The text of each generated file, by its path from the root of the repository. */
export type GeneratedSources = Readonly<Record<string, string>>;

/** Generates all files in memory; calls and requests become examples. Throws RefusedDocument if a part has no exact counterpart. */
export async function generateSources(
  sources: readonly Source[],
  examples: OperationExamples = {},
): Promise<GeneratedSources> {
  const files: Record<string, string> = {};
  for (const source of sources) {
    const { document, entry } = source;
    files[`packages/contract/src/${entry.name}.gen.ts`] = withHeader(contractOf(source), source);
    files[`packages/client/src/${entry.name}.gen.ts`] = withHeader(writeClient(source, examples), source);
    files[`packages/types/src/${entry.name}.gen.ts`] = withHeader(await writeTypes(document), source);
  }
  return {
    ...files,
    ...writeIndexes(sources),
    "packages/client/src/queries.gen.ts": writeQueries(sources),
    "apps/oms/src/server-commands/operations.gen.ts": writeCommands(sources, examples),
  };
}

function contractOf({ document, entry }: Source): string {
  try {
    return writeContract(document, entry);
  } catch (failure) {
    if (failure instanceof RefusedDocument) failure.file = entry.file;
    throw failure;
  }
}

/** The header of a file that holds one document. */
function withHeader(text: string, { entry }: Source): string {
  return `// Generated from openapi/${entry.file}, for ${entry.audience}, by \`pnpm generate\`; change the document instead.\n${text.trimEnd()}\n`;
}
