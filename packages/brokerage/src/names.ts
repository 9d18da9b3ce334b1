/** The spelling of the names that appear in keys, URLs and logs. */
import { type Refusal, refuse } from "./services.ts";

type NameKind = "userId" | "accountId" | "movementId" | "symbol";

/** Names appear in keys, URLs and logs, so each kind has one spelling: letters, digits and a few marks. */
const names: Readonly<Record<NameKind, { readonly pattern: RegExp; readonly words: string }>> = {
  userId: { pattern: /^[\x21-\x7e]{1,128}$/, words: "1 to 128 visible ASCII characters" },
  accountId: { pattern: /^[A-Za-z0-9._-]{1,64}$/, words: "1 to 64 of A–Z a–z 0–9 . _ -" },
  movementId: { pattern: /^[\x21-\x7e]{1,64}$/, words: "1 to 64 visible ASCII characters" },
  symbol: { pattern: /^[A-Za-z0-9._-]{1,32}$/, words: "1 to 32 of A–Z a–z 0–9 . _ -" },
};

/** Refuses the first name that does not match the pattern of its kind. */
export function checkNames(given: Readonly<Partial<Record<NameKind, string>>>): Refusal | undefined {
  for (const [kind, { pattern, words }] of Object.entries(names)) {
    const name = given[kind as NameKind];
    if (name !== undefined && !pattern.test(name)) {
      return refuse("name_not_valid", `The ${kind} "${name}" is not valid; it has to be ${words}.`);
    }
  }
  return undefined;
}
