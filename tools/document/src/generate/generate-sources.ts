import type { OpenAPI3 } from "openapi-typescript";
import { schemasOf } from "../resolve-reference.ts";
import { type Fields, isFields } from "../walk-document.ts";
import { writeRoutes, writeSchemas } from "./write-contract.ts";

/** Writes the document as a value, without its examples, which are files. */
function writeDocument(document: Fields): string {
  const text = JSON.stringify(document, (name, value) => (name === "examples" ? undefined : value));
  return `export const document: Readonly<Record<string, unknown>> = ${text};\n`;
}

/** Writes the document as TypeScript types, with an exported name for every component schema. */
async function writeTypes(document: Fields): Promise<string> {
  // Imported on demand: it loads a whole compiler, which an invalid document does not need.
  const { default: openapiTypescript, astToString } = await import("openapi-typescript");
  const input = withoutExampleFiles(document) as unknown as OpenAPI3;
  const syntaxTree = await openapiTypescript(input, { silent: true });
  return `${astToString(syntaxTree)}\n${namedSchemas(document)}`;
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

/** Generates all files in memory. Throws RefusedDocument if a part has no exact counterpart. */
export async function generateSources(document: Fields): Promise<GeneratedSources> {
  const schemas = writeSchemas(document);
  const routes = writeRoutes(document);
  const types = await writeTypes(document);
  return {
    "packages/types/src/document.gen.ts": withHeader(types),
    "packages/contract/src/schemas.gen.ts": withHeader(schemas),
    "packages/contract/src/routes.gen.ts": withHeader(routes),
    "packages/conformance/src/document.gen.ts": withHeader(writeDocument(document)),
  };
}

function withHeader(source: string): string {
  return `// Generated from openapi/openapi.yaml by \`pnpm generate\`; change the document instead.\n${source.trimEnd()}\n`;
}
