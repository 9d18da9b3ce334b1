import { membersOf } from "./list-operations.ts";
import { type Fields, isFields, type Pointer, walkDocument } from "./walk-document.ts";

/** A schema that the document names, and where it stands. */
export type ComponentSchema = { readonly name: string; readonly pointer: Pointer; readonly fields: Fields };

/** A property of some schema, and where it stands. */
export type Property = {
  readonly name: string;
  readonly owner: string;
  readonly pointer: Pointer;
  readonly fields: Fields;
};

/** Lists the schemas under `components` in the order of the document. */
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

/** Lists the properties of all schemas, also of those that stand within others or in operations. */
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
