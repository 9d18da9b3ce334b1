import { resolveReference, schemasOf } from "./resolve-reference.ts";
import { asFields, asList, type Fields, isFields, type Pointer, walkDocument } from "./walk-document.ts";

/** An operation of the document and its place. */
export type Operation = {
  readonly id: string;
  readonly path: string;
  readonly method: string;
  readonly pointer: Pointer;
  readonly fields: Fields;
};

/** Lists the operations in document order. */
export function listOperations(document: Fields): Operation[] {
  return membersOf(document["paths"]).flatMap(([path, pathItem]) =>
    membersOf(pathItem)
      .filter(([, operation]) => isFields(operation))
      .map(([method, operation]) => describe(path, method, operation as Fields)),
  );
}

/** The names and values of an object's members; none for any other value. */
export function membersOf(candidate: unknown): [string, unknown][] {
  return Object.entries(asFields(candidate));
}

/** The object at a place, with a `$ref` resolved; an empty object if there is none. */
export function fieldsAt(document: Fields, candidate: unknown): Fields {
  const { $ref } = asFields(candidate);
  return asFields(typeof $ref === "string" ? resolveReference(document, $ref) : candidate);
}

/** The parameters of an operation, with each `$ref` resolved. */
export function parametersOf(document: Fields, { parameters }: Fields): Fields[] {
  return asList(parameters).map((parameter) => fieldsAt(document, parameter));
}

/** The schema itself, or all branches of a union, with references resolved. */
export function branchesOf(document: Fields, schema: unknown): Fields[] {
  const fields = fieldsAt(document, schema);
  const { anyOf } = fields;
  return Array.isArray(anyOf) ? anyOf.flatMap((branch) => branchesOf(document, branch)) : [fields];
}

/** Whether a declared status is of an error; `default` speaks for all further ones. */
export function isErrorStatus(status: string): boolean {
  return status === "default" || Number(status) >= 400;
}

/** The schema of a body or an answer in a media type, as it is written; undefined if there is none. */
export function schemaIn(document: Fields, holder: unknown, mediaType = "application/json"): unknown {
  const { content } = fieldsAt(document, holder);
  return asFields(asFields(content)[mediaType])["schema"];
}

function describe(path: string, method: string, fields: Fields): Operation {
  const id = typeof fields["operationId"] === "string" ? fields["operationId"] : `${method} ${path}`;
  return { id, path, method, pointer: ["paths", path, method], fields };
}

/** A named schema and its place. */
export type ComponentSchema = { readonly name: string; readonly pointer: Pointer; readonly fields: Fields };

/** A property of a schema and its place. */
export type Property = {
  readonly name: string;
  readonly owner: string;
  readonly pointer: Pointer;
  readonly fields: Fields;
};

/** Lists the schemas under `components` in document order. */
export function listComponentSchemas(document: Fields): ComponentSchema[] {
  return Object.entries(schemasOf(document))
    .filter(([, schema]) => isFields(schema))
    .map(([name, fields]) => ({ name, pointer: ["components", "schemas", name], fields }));
}

/** Lists the properties of all schemas, including nested and inline ones. */
export function listProperties(document: Fields): Property[] {
  return walkDocument(document, (kind, pointer, fields) => {
    if (kind !== "schema" || pointer.at(-2) !== "properties") return [];
    const name = pointer.at(-1) ?? "";
    const owner = pointer[0] === "components" ? (pointer[2] ?? "") : pointer.slice(0, -2).join("/");
    return { name, owner, pointer, fields };
  });
}
