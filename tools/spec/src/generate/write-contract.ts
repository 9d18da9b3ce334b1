import { listOperations, membersOf, type Operation } from "../grammar/list-operations.ts";
import { followReference, nameOfReference, referencesIn, schemasOf } from "../grammar/resolve-reference.ts";
import { asList, type Fields, isFields, type Pointer } from "../grammar/walk-document.ts";
import type { DocumentEntry } from "../read/registry.ts";
import { integerFormat, RefusedDocument, schemaExpression } from "./schema-expression.ts";

/** Writes the contract of a document: its schemas, its operations as routes, and what it says of itself as a whole. */
export function writeContract(
  document: Fields,
  { operationPrefix }: Pick<DocumentEntry, "operationPrefix">,
): string {
  const schemas = writeSchemas(document);
  const routes = writeRoutes(document);
  const { openapi, info, servers, tags } = document;
  const { securitySchemes = {} } = document["components"] as Fields;
  return `import { createRoute, z } from "@hono/zod-openapi";
${importsOf(`${schemas}${routes}`)}
${schemas}
${routes}
/** What logs, metrics, limits and claims put before the operation ids of this document. */
export const operationPrefix = ${JSON.stringify(operationPrefix)};

/** What the document says of itself as a whole. */
export const documentHead = ${JSON.stringify({ openapi, info, servers, tags }, null, 2)};

/** How a caller may say who they are. */
export const securitySchemes = ${JSON.stringify(securitySchemes, null, 2)} as const;
`;
}

/** The functions of the contract that expressions use, and the file of each. */
const helpers: Readonly<Record<string, string>> = {
  hasLength: "text",
  isBase64: "text",
  isDateTime: "text",
  normalizeText: "text",
  queryInteger: "query-integer",
  queryList: "query-list",
  tolerantObject: "tolerant-object",
};

/** Writes each component schema as a zod schema, in dependency order. */
function writeSchemas(document: Fields): string {
  const schemas = schemasOf(document);
  const names = inOrderOfUse(schemas);
  return `${names.map((name) => declaration(name, schemas[name])).join("\n")}
/** Every schema of the document's components, by its name there. */
export const schemas = {
${names.map((name) => `  ${name},`).join("\n")}
};
`;
}

/** Imports only used names, because unused imports do not compile. */
function importsOf(body: string): string {
  const used = Object.entries(helpers).filter(([name]) => new RegExp(`\\b${name}\\b`).test(body));
  return [...Map.groupBy(used, ([, file]) => file)]
    .map(([file, names]) => `import { ${names.map(([name]) => name).join(", ")} } from "./${file}.ts";\n`)
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

/** The names of parameter places in zod-openapi. */
const requestKeys = { path: "params", query: "query", header: "headers" } as const;

/** Writes the parameters of an operation, one object per place: path, query, header. */
function parametersExpression(document: Fields, pointer: Pointer, parameters: unknown): string[] {
  if (!Array.isArray(parameters)) return [];
  const written = parameters.map((parameter, index) =>
    writeParameter(document, [...pointer, "parameters", String(index)], parameter),
  );
  return Object.entries(requestKeys).flatMap(([place, key]) => {
    const members = written.filter((parameter) => parameter.place === place).map(({ code }) => code);
    return members.length === 0 ? [] : [`    ${key}: z.object({\n${members.join("")}    }),\n`];
  });
}

type WrittenParameter = { readonly place: string; readonly code: string };

function writeParameter(document: Fields, pointer: Pointer, declared: unknown): WrittenParameter {
  const { name, in: place, schema, required, ...words } = followReference(document, declared);
  if (typeof place !== "string" || !Object.hasOwn(requestKeys, place)) {
    const message = `a parameter stands in path, query or header, not in ${JSON.stringify(place)}`;
    throw new RefusedDocument([...pointer, "in"], message);
  }
  if (!isFields(schema)) throw new RefusedDocument(pointer, "a parameter needs a schema");
  const code = parameterExpression(pointer, schema, { name, in: place, ...words });
  const optional = required === true || schema["default"] !== undefined ? "" : ".optional()";
  return { place, code: `      ${JSON.stringify(name)}: ${code}${optional},\n` };
}

/** Parameters are normalized first if the document says so, then validated. */
function parameterExpression(pointer: Pointer, schema: Fields, words: Fields): string {
  const schemaPointer = [...pointer, "schema"];
  if (schema["type"] === "array") return listExpression(pointer, schema, words);
  const styled = ["style", "explode"].find((key) => words[key] !== undefined);
  if (styled !== undefined) {
    throw new RefusedDocument([...pointer, styled], `${styled} has a meaning for a list in the query alone`);
  }
  if (schema["type"] === "integer") return integerExpression(schemaPointer, schema, words);
  if (schema["type"] !== "string") {
    const message =
      "a parameter is a string, an integer in decimal digits, or a list of strings in the query";
    throw new RefusedDocument(schemaPointer, message);
  }
  const code = schemaExpression(schemaPointer, schema, { parameter: words });
  if (words["x-normalize"] === undefined) return code;
  if (JSON.stringify(words["x-normalize"]) !== '["NFC","trim-spaces"]') {
    throw new RefusedDocument([...pointer, "x-normalize"], "x-normalize is [NFC, trim-spaces] or absent");
  }
  return code.replace("z.string()", "z.string().overwrite(normalizeText)");
}

function integerExpression(pointer: Pointer, schema: Fields, words: Fields): string {
  const { type, minimum, maximum, default: preset, format: _, ...others } = schema;
  const foreign = Object.keys(others)[0];
  if (foreign !== undefined) {
    const message = `keyword "${foreign}" has no meaning in an integer parameter`;
    throw new RefusedDocument([...pointer, foreign], message);
  }
  if (typeof minimum !== "number" || typeof maximum !== "number" || minimum < 0) {
    throw new RefusedDocument(pointer, "an integer parameter needs a minimum of 0 or more, and a maximum");
  }
  const bounds = { minimum, maximum, default: preset };
  const said = JSON.stringify({ type, ...integerFormat(pointer, schema), ...bounds, param: words });
  const defaulted = preset === undefined ? "" : `.default(${JSON.stringify(preset)})`;
  return `queryInteger({ minimum: ${minimum}, maximum: ${maximum} })${defaulted}.openapi(${said})`;
}

/** A list in one query parameter, its items between commas, so that no item may have one. */
function listExpression(pointer: Pointer, schema: Fields, words: Fields): string {
  const schemaPointer = [...pointer, "schema"];
  if (words["in"] !== "query" || words["style"] !== "form" || words["explode"] !== false) {
    const message = "a list is a parameter of the query, with style: form and explode: false";
    throw new RefusedDocument(pointer, message);
  }
  const { type, items, minItems, maxItems, ...others } = schema;
  const foreign = Object.keys(others)[0];
  if (foreign !== undefined) {
    const message = `keyword "${foreign}" has no meaning for a list in a parameter`;
    throw new RefusedDocument([...schemaPointer, foreign], message);
  }
  if (typeof minItems !== "number" || minItems < 1 || typeof maxItems !== "number") {
    throw new RefusedDocument(
      schemaPointer,
      "a list in a parameter needs a minItems of 1 or more, and a maxItems",
    );
  }
  if (!isFields(items) || items["type"] !== "string" || mayHaveComma(items)) {
    const message =
      "an item stands with its list, as a string with an enum or a pattern that excludes commas";
    throw new RefusedDocument([...schemaPointer, "items"], message);
  }
  const item = schemaExpression([...schemaPointer, "items"], items);
  const said = JSON.stringify({ type, items, minItems, maxItems, param: words });
  return `queryList(${item}, { minItems: ${minItems}, maxItems: ${maxItems} }).openapi(${said})`;
}

function mayHaveComma(item: Fields): boolean {
  const texts = asList(item["enum"]);
  if (texts.length > 0) return texts.some((text) => String(text).includes(","));
  return (
    typeof item["pattern"] !== "string" ||
    [",", "a,b"].some((text) => new RegExp(String(item["pattern"]), "u").test(text))
  );
}

/** Writes each operation as a route of @hono/zod-openapi. */
function writeRoutes(document: Fields): string {
  const operations = listOperations(document);
  return `${operations.map((operation) => writeOperation(document, operation)).join("\n")}
/** Every operation of the document, by its operationId. */
export const routes = {
${operations.map(({ id }) => `  ${id},`).join("\n")}
};
`;
}

function writeOperation(document: Fields, { id, path, method, pointer, fields }: Operation): string {
  const { tags, summary, description, security } = fields;
  const written = { method, path, operationId: id, tags, summary, description, security };
  const extensions = Object.entries(fields).filter(([key]) => key.startsWith("x-"));
  const head = [
    ...Object.entries(written)
      .filter(([, said]) => said !== undefined)
      .map(([key, said]) => `  ${key}: ${JSON.stringify(said)},\n`),
    // The types of extensions are open, so their values would be widened.
    ...extensions.map(([key, said]) => `  ${JSON.stringify(key)}: ${JSON.stringify(said)} as const,\n`),
  ];
  return `const ${id} = createRoute({
${head.join("")}  request: {
${requestParts(document, pointer, fields).join("")}  },
  responses: {
${responses(document, pointer, fields).join("")}  },
});
`;
}

function requestParts(document: Fields, pointer: Pointer, operation: Fields): string[] {
  const parts = parametersExpression(document, pointer, operation["parameters"]);
  if (operation["requestBody"] === undefined) return parts;
  const { required, description, content } = followReference(document, operation["requestBody"]);
  const contents = contentExpression([...pointer, "requestBody", "content"], content);
  const words = JSON.stringify({ required, description }).slice(1, -1);
  return [...parts, `    body: { ${words}, content: ${contents} },\n`];
}

function responses(document: Fields, pointer: Pointer, operation: Fields): string[] {
  return Object.entries(operation["responses"] as Fields).map(([status, declared]) => {
    const { description, headers, content } = followReference(document, declared);
    const parts = [`description: ${JSON.stringify(description)}`];
    if (headers !== undefined) parts.push(`headers: ${headerObjects(document, headers)}`);
    if (content !== undefined) {
      parts.push(`content: ${contentExpression([...pointer, "responses", status, "content"], content)}`);
    }
    return `    ${status}: { ${parts.join(", ")} },\n`;
  });
}

/** Response headers are not validated: the server writes them itself. */
function headerObjects(document: Fields, headers: unknown): string {
  const followed = membersOf(headers).map(([name, header]) => [name, followReference(document, header)]);
  return JSON.stringify(Object.fromEntries(followed));
}

function contentExpression(pointer: Pointer, content: unknown): string {
  if (!isFields(content)) throw new RefusedDocument(pointer, "content has to name a media type");
  const parts = Object.entries(content).map(([mediaType, media]) => {
    const { schema, examples } = media as Fields;
    const code = schemaExpression([...pointer, mediaType, "schema"], schema);
    const shown = examples === undefined ? "" : `, examples: ${JSON.stringify(examples)}`;
    return `${JSON.stringify(mediaType)}: { schema: ${code}${shown} }`;
  });
  return `{ ${parts.join(", ")} }`;
}
