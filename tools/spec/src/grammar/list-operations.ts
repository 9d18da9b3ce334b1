import { resolveReference } from "./resolve-reference.ts";
import { type Fields, isFields, type Pointer, walkDocument } from "./walk-document.ts";

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

/** The members of an object; none for any other value, so that rules never throw. */
export function membersOf(candidate: unknown): [string, unknown][] {
  return isFields(candidate) ? Object.entries(candidate) : [];
}

/** The object at a place, with a `$ref` resolved; an empty object if there is none. */
export function fieldsAt(document: Fields, candidate: unknown): Fields {
  const isReference = isFields(candidate) && typeof candidate["$ref"] === "string";
  const target = isReference ? resolveReference(document, String(candidate["$ref"])) : candidate;
  return isFields(target) ? target : {};
}

/** The parameters of an operation, with each `$ref` resolved. */
export function parametersOf(document: Fields, fields: Fields): Fields[] {
  const declared: unknown[] = Array.isArray(fields["parameters"]) ? fields["parameters"] : [];
  return declared.map((parameter) => fieldsAt(document, parameter));
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
  const components = isFields(document["components"]) ? document["components"] : {};
  return membersOf(components["schemas"])
    .filter(([, schema]) => isFields(schema))
    .map(([name, schema]) => ({
      name,
      pointer: ["components", "schemas", name],
      fields: schema as Fields,
    }));
}

/** Lists the properties of all schemas, including nested and inline ones. */
export function listProperties(document: Fields): Property[] {
  const properties: Property[] = [];
  walkDocument(document, (kind, pointer, fields) => {
    if (kind !== "schema" || pointer.at(-2) !== "properties") return;
    const name = pointer.at(-1) ?? "";
    const owner = pointer[0] === "components" ? (pointer[2] ?? "") : pointer.slice(0, -2).join("/");
    properties.push({ name, owner, pointer, fields });
  });
  return properties;
}
