import type { ObjectKind } from "./grammar.ts";
import {
  asFields,
  type Complaint,
  type Fields,
  isFields,
  type Pointer,
  walkDocument,
} from "./walk-document.ts";

/** The target of a local `$ref` such as `#/components/schemas/MarginRatio`; undefined if there is none. */
export function resolveReference(document: unknown, reference: string): unknown {
  const pointer = pointerOf(reference);
  return pointer === undefined ? undefined : valueAt(document, pointer);
}

/** The value at a place; undefined if there is none. */
export function valueAt(document: unknown, pointer: Pointer): unknown {
  return pointer.reduce<unknown>(
    (value, key) => (isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    document,
  );
}

/** The object, or the target of its `$ref`. */
export function followReference(document: unknown, candidate: unknown): Fields {
  const target =
    isFields(candidate) && typeof candidate["$ref"] === "string"
      ? resolveReference(document, candidate["$ref"])
      : candidate;
  if (!isFields(target)) throw new TypeError(`Nothing stands at ${JSON.stringify(candidate)}.`);
  return target;
}

/** The component schemas by name. */
export function schemasOf(document: Fields): Readonly<Record<string, Fields>> {
  return asFields(asFields(document["components"])["schemas"]) as Record<string, Fields>;
}

/** The last part of a reference, which is the name of its target. */
export function nameOfReference(reference: string): string {
  return pointerOf(reference)?.at(-1) ?? reference;
}

/** Reports external and broken references. */
export function checkReferences(document: unknown): Complaint[] {
  return walkDocument(document, (kind, pointer, { $ref }) => {
    const message = $ref === undefined ? undefined : faultOf(document, kind, $ref);
    return message === undefined ? [] : { pointer: [...pointer, "$ref"], message };
  });
}

/** Reports recursive components, which the generator cannot write. */
export function checkCycles(document: Fields): Complaint[] {
  const complaints: Complaint[] = [];
  const settled = new Set<string>();
  const visit = (reference: string, trail: readonly string[]): void => {
    if (trail.includes(reference)) {
      const pointer = pointerOf(reference) ?? [];
      complaints.push({
        pointer,
        message: `${nameOfReference(reference)} contains itself; break the circle`,
      });
      return;
    }
    if (settled.has(reference)) return;
    for (const used of referencesIn(resolveReference(document, reference)))
      visit(used, [...trail, reference]);
    settled.add(reference);
  };
  for (const reference of referencesIn(document)) visit(reference, []);
  return complaints;
}

/** The names of the schemas that a part of any of the documents uses, directly or by another schema of them. */
export function schemasBelow(documents: readonly Fields[], parts: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    for (const name of referencesIn(part).map(nameOfReference)) {
      if (names.has(name)) continue;
      names.add(name);
      for (const document of documents) visit(schemasOf(document)[name]);
    }
  };
  visit(parts);
  return names;
}

/** Every `$ref` in a part of the document, without following them. */
export function referencesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(referencesIn);
  if (!isFields(part)) return [];
  if (typeof part["$ref"] === "string") return [part["$ref"]];
  return Object.values(part).flatMap(referencesIn);
}

function faultOf(document: unknown, kind: ObjectKind, reference: unknown): string | undefined {
  if (typeof reference !== "string" || pointerOf(reference) === undefined) {
    return `$ref ${JSON.stringify(reference)} leaves the document; the document stands alone, so write "#/components/…"`;
  }
  if (!isFields(resolveReference(document, reference))) {
    return `$ref "${reference}" points at nothing; add that component or mend the name`;
  }
  const section = `#/components/${kind}s/`;
  if (!reference.startsWith(section)) {
    return `$ref "${reference}" points at something else than a ${kind}; those are under ${section}`;
  }
  return undefined;
}

/** The pointer of a local reference, or of a place such as `#/a/b`; undefined if it leaves the document. */
export function pointerOf(reference: string): Pointer | undefined {
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}
