import { nameOfReference, schemasOf } from "../resolve-reference.ts";
import { type Fields, isFields, type Pointer } from "../walk-document.ts";

/** Who reads what a schema describes: the service in a request, the caller in a response, or both. */
export type Direction = "request" | "response";

/** Tells the directions of a place in either of two documents in normal form. */
export function findDirections(before: Fields, after: Fields): (pointer: Pointer) => readonly Direction[] {
  const documents = [before, after];
  const inRequests = reachedFrom(documents, "request");
  const inResponses = reachedFrom(documents, "response");
  return (pointer) => {
    if (pointer[0] === "paths") return [sideOf(pointer[3])];
    const name = pointer[2] ?? "";
    const directions: Direction[] = [];
    if (inRequests.has(name)) directions.push("request");
    if (inResponses.has(name)) directions.push("response");
    // Nobody is known to send or read an unused schema, so both have to be thought of.
    return directions.length === 0 ? ["request", "response"] : directions;
  };
}

function sideOf(keyOfOperation: string | undefined): Direction {
  return keyOfOperation === "responses" ? "response" : "request";
}

/** A schema counts where either document uses it, for a change falls between the two. */
function reachedFrom(documents: readonly Fields[], direction: Direction): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (name: string): void => {
    if (reached.has(name)) return;
    reached.add(name);
    for (const document of documents) referencesIn(schemasOf(document)[name]).forEach(visit);
  };
  for (const document of documents) {
    for (const operation of operationsOf(document)) {
      for (const [key, part] of Object.entries(operation)) {
        if (sideOf(key) === direction) referencesIn(part).forEach(visit);
      }
    }
  }
  return reached;
}

function operationsOf(document: Fields): Fields[] {
  const pathItems = isFields(document["paths"]) ? Object.values(document["paths"]) : [];
  return pathItems.filter(isFields).flatMap((pathItem) => Object.values(pathItem).filter(isFields));
}

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isFields(value)) return [];
  if (typeof value["$ref"] === "string") return [nameOfReference(value["$ref"])];
  return Object.values(value).flatMap(referencesIn);
}
