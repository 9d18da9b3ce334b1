import type { Answer } from "../../answer.ts";
import { expectBody } from "../../expect/body.ts";
import { expectStatus } from "../../expect/status.ts";
import { type Fields, fieldsOf } from "../../judge/fields.ts";

/** The entries of a search that was answered. */
export function foundEntries(answer: Answer): Fields[] {
  expectStatus(answer, 200);
  const { data } = expectBody(answer);
  return Array.isArray(data) ? data.map(fieldsOf) : [];
}

/** The symbols of a search that was answered, in their order. */
export function foundSymbols(answer: Answer): string[] {
  return foundEntries(answer).map(({ symbol }) => String(symbol));
}
