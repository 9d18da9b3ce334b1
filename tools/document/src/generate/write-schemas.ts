import { nameOfReference, referencesIn, schemasOf } from "../resolve-reference.ts";
import type { Fields } from "../walk-document.ts";
import { RefusedDocument, schemaExpression } from "./schema-expression.ts";

/** Writes each schema of the components as a zod schema, in an order in which each finds those that it uses. */
export function writeSchemas(document: Fields): string {
  const schemas = schemasOf(document);
  const names = inOrderOfUse(schemas);
  const body = names.map((name) => declaration(name, schemas[name])).join("\n");
  return `import { z } from "@hono/zod-openapi";
${importsOf(body, ["hasLength", "isBase64", "isDateTime", "tolerantObject"])}
${body}
/** Every schema of the document's components, by its name there. */
export const schemas = {
${names.map((name) => `  ${name},`).join("\n")}
};
`;
}

/** Imports only what the text names, because an import that stands unused does not compile. */
export function importsOf(body: string, names: readonly string[]): string {
  return names
    .filter((name) => new RegExp(`\\b${name}\\b`).test(body))
    .map((name) => `import { ${name} } from "./${name.replace(/[A-Z]/g, "-$&").toLowerCase()}.ts";\n`)
    .join("");
}

function declaration(name: string, schema: Fields | undefined): string {
  const expression = schemaExpression(["components", "schemas", name], schema, { name });
  return `const ${name} = ${expression};\n`;
}

function inOrderOfUse(schemas: Readonly<Record<string, Fields>>): string[] {
  const ordered: string[] = [];
  const underWay = new Set<string>();
  const visit = (name: string): void => {
    if (ordered.includes(name)) return;
    if (underWay.has(name)) {
      const pointer = ["components", "schemas", name];
      throw new RefusedDocument(pointer, `schema ${name} contains itself, which the contract can't express`);
    }
    underWay.add(name);
    for (const used of referencesIn(schemas[name]).map(nameOfReference)) visit(used);
    underWay.delete(name);
    ordered.push(name);
  };
  for (const name of Object.keys(schemas)) visit(name);
  return ordered;
}
