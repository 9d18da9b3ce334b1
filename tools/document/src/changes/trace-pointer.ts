import { type ObjectKind, partAt } from "../grammar.ts";
import type { Pointer } from "../walk-document.ts";

/** What a pointer into a normal form reaches: a key of some kind of object, or one member under that key. */
export type Spot = {
  readonly kind: ObjectKind;
  readonly key: string;
  readonly member: string | undefined;
  /** Where the object stands that has the key. */
  readonly owner: Pointer;
};

/** What stands under a key in the normal form, where parameters and tags are found by name. */
export type NormalPart = { readonly form: "value" | "one" | "named" | "list"; readonly kind: ObjectKind };

/** Follows a pointer by the grammar and lists the spots that it passes, the one that it reaches last. */
export function tracePointer(pointer: Pointer): Spot[] {
  const spots: Spot[] = [];
  let kind: ObjectKind = "document";
  for (let index = 0; index < pointer.length; ) {
    const key = pointer[index] ?? "";
    const part = normalPartAt(kind, key);
    const member = part.form === "named" ? pointer[index + 1] : undefined;
    spots.push({ kind, key, member, owner: pointer.slice(0, index) });
    if (part.form === "value" || part.form === "list") break;
    kind = part.kind;
    index += part.form === "named" ? 2 : 1;
  }
  return spots;
}

/** The same as the grammar says, but for what the normal form writes in another way. */
export function normalPartAt(kind: ObjectKind, key: string): NormalPart {
  const part = partAt(kind, key);
  if (part === undefined || part.form === "value") return { form: "value", kind };
  if (part.form !== "many") return { form: part.form, kind: part.kind };
  return { form: part.kind === "parameter" || part.kind === "tag" ? "named" : "list", kind: part.kind };
}
