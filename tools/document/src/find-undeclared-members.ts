import { fieldsAt, membersOf } from "./list-operations.ts";
import { type Fields, isFields, type Pointer } from "./walk-document.ts";

/**
 * Finds members of a value that its schema does not describe.
 *
 * Most objects of the document are open, so validation lets a misspelt name pass; an example must not carry one.
 * An object of undisclosed shape, which describes no member at all, may hold anything.
 */
export function findUndeclaredMembers(document: Fields, schema: unknown, candidate: unknown): Pointer[] {
  return find(document, branchesOf(document, schema), candidate, []);
}

function find(
  document: Fields,
  branches: readonly Fields[],
  candidate: unknown,
  pointer: Pointer,
): Pointer[] {
  if (Array.isArray(candidate)) {
    const items = branches.flatMap((branch) => branchesOf(document, branch["items"]));
    return candidate.flatMap((item, index) => find(document, items, item, [...pointer, String(index)]));
  }
  if (!isFields(candidate) || branches.some(isUndisclosed)) return [];
  return membersOf(candidate).flatMap(([name, member]) => {
    const schemas = branches.flatMap((branch) => schemasOfMember(branch, name));
    const here = [...pointer, name];
    if (schemas.length === 0) return [here];
    return find(
      document,
      schemas.flatMap((schema) => branchesOf(document, schema)),
      member,
      here,
    );
  });
}

/** The schema itself, or every branch of it where it is a union, with references followed. */
function branchesOf(document: Fields, schema: unknown): Fields[] {
  const fields = fieldsAt(document, schema);
  const union = fields["anyOf"];
  return Array.isArray(union) ? union.flatMap((branch) => branchesOf(document, branch)) : [fields];
}

function isUndisclosed(branch: Fields): boolean {
  return branch["additionalProperties"] === true && !isFields(branch["properties"]);
}

function schemasOfMember(branch: Fields, name: string): unknown[] {
  const properties = isFields(branch["properties"]) ? branch["properties"] : {};
  if (Object.hasOwn(properties, name)) return [properties[name]];
  return isFields(branch["additionalProperties"]) ? [branch["additionalProperties"]] : [];
}
