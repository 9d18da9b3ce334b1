import type { ObjectKind } from "./grammar.ts";
import { type Complaint, type Fields, isFields, type Pointer, walkDocument } from "./walk-document.ts";

/** The target of a local `$ref` such as `#/components/schemas/MarginRatio`; undefined if there is none. */
export function resolveReference(document: unknown, reference: string): unknown {
  const pointer = pointerOf(reference);
  if (pointer === undefined) return undefined;
  return pointer.reduce<unknown>(
    (target, key) => (isFields(target) && Object.hasOwn(target, key) ? target[key] : undefined),
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
  const components = document["components"];
  const schemas = isFields(components) ? components["schemas"] : undefined;
  return isFields(schemas) ? (schemas as Record<string, Fields>) : {};
}

/** The last part of a reference, which is the name of its target. */
export function nameOfReference(reference: string): string {
  return pointerOf(reference)?.at(-1) ?? reference;
}

/** Reports external and broken references. */
export function checkReferences(document: unknown): Complaint[] {
  const complaints: Complaint[] = [];
  walkDocument(document, (kind, pointer, fields) => {
    const reference = fields["$ref"];
    if (reference === undefined) return;
    const message = faultOf(document, kind, reference);
    if (message !== undefined) complaints.push({ pointer: [...pointer, "$ref"], message });
  });
  return complaints;
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
