import { listOperations } from "../list-operations.ts";
import { followReference, nameOfReference, referencesIn, schemasOf } from "../resolve-reference.ts";
import { type Fields, isFields, type Pointer } from "../walk-document.ts";
import { RefusedDocument, schemaExpression } from "./schema-expression.ts";

/** Writes each component schema as a zod schema, in dependency order. */
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

/** Imports only used names, because unused imports do not compile. */
function importsOf(body: string, names: readonly string[]): string {
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

/** The names of parameter places in zod-openapi. */
const requestKeys = { path: "params", query: "query", header: "headers" } as const;

/** Writes the parameters of an operation, one object per place: path, query, header. */
function parametersExpression(pointer: Pointer, parameters: unknown): string[] {
  if (!Array.isArray(parameters)) return [];
  const written = parameters.map((parameter, index) =>
    writeParameter([...pointer, "parameters", String(index)], parameter),
  );
  return Object.entries(requestKeys).flatMap(([place, key]) => {
    const members = written.filter((parameter) => parameter.place === place).map(({ code }) => code);
    return members.length === 0 ? [] : [`    ${key}: z.object({\n${members.join("")}    }),\n`];
  });
}

type WrittenParameter = { readonly place: string; readonly code: string };

function writeParameter(pointer: Pointer, parameter: unknown): WrittenParameter {
  if (!isFields(parameter) || "$ref" in parameter) {
    throw new RefusedDocument(pointer, "a parameter has to stand with its operation");
  }
  const { name, in: place, schema, required, ...words } = parameter;
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
  if (schema["type"] === "integer") return integerExpression(schemaPointer, schema, words);
  if (schema["type"] !== "string") {
    throw new RefusedDocument(schemaPointer, "a parameter is a string, or an integer in decimal digits");
  }
  const code = schemaExpression(schemaPointer, schema, { parameter: words });
  if (words["x-normalize"] === undefined) return code;
  if (JSON.stringify(words["x-normalize"]) !== '["NFC","trim-spaces"]') {
    throw new RefusedDocument([...pointer, "x-normalize"], "x-normalize is [NFC, trim-spaces] or absent");
  }
  return code.replace("z.string()", "z.string().overwrite(normalizeText)");
}

function integerExpression(pointer: Pointer, schema: Fields, words: Fields): string {
  const { type, minimum, maximum, default: preset, ...others } = schema;
  const foreign = Object.keys(others)[0];
  if (foreign !== undefined) {
    const message = `keyword "${foreign}" has no meaning in an integer parameter`;
    throw new RefusedDocument([...pointer, foreign], message);
  }
  if (typeof minimum !== "number" || typeof maximum !== "number" || minimum < 0) {
    throw new RefusedDocument(pointer, "an integer parameter needs a minimum of 0 or more, and a maximum");
  }
  const said = JSON.stringify({ type, minimum, maximum, default: preset, param: words });
  const defaulted = preset === undefined ? "" : `.default(${JSON.stringify(preset)})`;
  return `queryInteger({ minimum: ${minimum}, maximum: ${maximum} })${defaulted}.openapi(${said})`;
}

/** Writes each operation as a route of @hono/zod-openapi, and the head of the document that the routes emit. */
export function writeRoutes(document: Fields): string {
  const operations = listOperations(document).map(({ pointer, fields }) =>
    writeOperation(document, pointer, fields),
  );
  const body = operations.map((operation) => operation.declaration).join("\n");
  const names = Object.keys(schemasOf(document)).filter((name) =>
    new RegExp(`schema: ${name}\\b`).test(body),
  );
  const { openapi, info, servers, tags } = document;
  const { securitySchemes = {} } = document["components"] as Fields;
  return `import { createRoute, z } from "@hono/zod-openapi";
${importsOf(body, ["hasLength", "normalizeText", "queryInteger"])}import { schemas } from "./schemas.gen.ts";

const { ${names.join(", ")} } = schemas;

${body}
/** Every operation of the document, by its operationId. */
export const routes = {
${operations.map(({ id }) => `  ${id},`).join("\n")}
};

/** What the document says of itself as a whole. */
export const documentHead = ${JSON.stringify({ openapi, info, servers, tags }, null, 2)};

/** How a caller may say who they are. */
export const securitySchemes = ${JSON.stringify(securitySchemes, null, 2)} as const;
`;
}

type WrittenOperation = { readonly id: string; readonly declaration: string };

function writeOperation(document: Fields, pointer: Pointer, operation: Fields): WrittenOperation {
  const id = String(operation["operationId"]);
  const [, path, method] = pointer;
  const { tags, summary, description, security } = operation;
  const head = Object.entries({ method, path, operationId: id, tags, summary, description, security })
    .filter(([, said]) => said !== undefined)
    .map(([key, said]) => `  ${key}: ${JSON.stringify(said)},\n`);
  const request = requestParts(document, pointer, operation);
  const answers = responses(document, pointer, operation);
  const declaration = `const ${id} = createRoute({
${head.join("")}  request: {
${request.join("")}  },
  responses: {
${answers.join("")}  },
});
`;
  return { id, declaration };
}

function requestParts(document: Fields, pointer: Pointer, operation: Fields): string[] {
  const parts = parametersExpression(pointer, operation["parameters"]);
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
  const followed = Object.entries(headers as Fields).map(([name, header]) => [
    name,
    followReference(document, header),
  ]);
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
