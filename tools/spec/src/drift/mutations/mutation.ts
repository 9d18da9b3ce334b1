/** A change that makes document, contract and types inconsistent. */
export type Mutation =
  | { readonly kind: "document"; readonly name: string; readonly change: (document: MutableFields) => void }
  | {
      readonly kind: "contract" | "types";
      readonly name: string;
      readonly file: string;
      readonly from: string;
      readonly to: string;
    };

/** A copy of a document, which may be changed. */
export type MutableFields = { [key: string]: unknown };

export function setAt(name: string, path: string, value: unknown): Mutation {
  return { kind: "document", name, change: (document) => assign(document, path, () => value) };
}

/** Removes the value at a path of the document. */
export function removeAt(name: string, path: string): Mutation {
  return { kind: "document", name, change: (document) => assign(document, path, () => undefined) };
}

/** Renames the key at a path of the document, and keeps its position. */
export function renameAt(name: string, path: string, newKey: string): Mutation {
  return {
    kind: "document",
    name,
    change: (document) => {
      const { parent, key } = locate(document, path);
      const entries = Object.entries(parent).map(([each, value]) => [each === key ? newKey : each, value]);
      for (const each of Object.keys(parent)) delete parent[each];
      Object.assign(parent, Object.fromEntries(entries));
    },
  };
}

/** Replaces a list at a path of the document. */
export function relistAt(name: string, path: string, relist: (list: unknown[]) => unknown[]): Mutation {
  return {
    kind: "document",
    name,
    change: (document) => assign(document, path, (list) => relist(list as unknown[])),
  };
}

function assign(document: MutableFields, path: string, make: (value: unknown) => unknown): void {
  const { parent, key } = locate(document, path);
  const value = make(parent[key]);
  if (value !== undefined) parent[key] = value;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

/** Path segments are separated by " > ", which occurs in no key of the document. */
function locate(document: MutableFields, path: string): { parent: MutableFields; key: string } {
  const keys = path.split(" > ");
  const key = keys.pop() as string;
  const parent = keys.reduce<MutableFields>((fields, each) => {
    const child = fields[each];
    if (typeof child !== "object" || child === null) throw new TypeError(`Nothing stands at ${path}.`);
    return child as MutableFields;
  }, document);
  return { parent, key };
}
