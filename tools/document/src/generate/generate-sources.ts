import type { Fields } from "../walk-document.ts";
import { writeDocument } from "./write-document.ts";
import { writeRoutes } from "./write-routes.ts";
import { writeSchemas } from "./write-schemas.ts";
import { writeTypes } from "./write-types.ts";

/** The text of each generated file, by its path from the root of the repository. */
export type GeneratedSources = Readonly<Record<string, string>>;

/** Writes everything that follows from the document, in memory; throws RefusedDocument where that can't be exact. */
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
