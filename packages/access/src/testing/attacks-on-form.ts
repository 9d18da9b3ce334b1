import { bearer, claims, type NamedAttack, partsOf } from "./attack.ts";
import { encode, forgeToken, joinToken, validClaims } from "./forge-token.ts";
import { bearerBy } from "./plan-access.ts";

/** Headers that contain no well-formed token. */
export const attacksOnForm: readonly NamedAttack[] = [
  ["no header", "token_missing", () => undefined],
  ["an empty header", "token_missing", () => ""],
  ["a scheme without a token", "token_missing", () => "Bearer"],
  ["a scheme and spaces", "token_missing", () => "Bearer   "],
  ["another scheme", "token_malformed", async (ours) => `Basic ${await forgeToken(ours)}`],
  ["a token without a scheme", "token_malformed", (ours) => forgeToken(ours)],
  ["a longer scheme", "token_malformed", async (ours) => `Bearers ${await forgeToken(ours)}`],
  [
    "two tokens, as in two joined headers",
    "token_malformed",
    async (ours) => `${await bearerBy(ours)}, ${await bearerBy(ours)}`,
  ],
  [
    "two tokens after one scheme",
    "token_malformed",
    async (ours) => `${await bearerBy(ours)} ${await forgeToken(ours)}`,
  ],
  ["a token followed by a comma", "token_malformed", async (ours) => `${await bearerBy(ours)},`],
  [
    "a token with a line feed in it",
    "token_malformed",
    async (ours) => (await bearerBy(ours)).replace(".", ".\n"),
  ],
  ["a token followed by a NUL", "token_malformed", async (ours) => `${await bearerBy(ours)}\0`],
  ["two parts", "token_malformed", async (ours) => bearer((await partsOf(ours)).slice(0, 2).join("."))],
  ["four parts", "token_malformed", async (ours) => `${await bearerBy(ours)}.AA`],
  [
    "the five parts of an encrypted token",
    "token_malformed",
    () => bearer(`${encode({ alg: "dir", enc: "A256GCM" })}..AA.AA.AA`),
  ],
  [
    "an empty signature",
    "token_malformed",
    async (ours) => bearer((await partsOf(ours)).slice(0, 2).join(".").concat(".")),
  ],
  ["a padded signature", "token_malformed", async (ours) => `${await bearerBy(ours)}==`],
  ["a signature with other unused bits", "token_malformed", async (ours) => respell(await bearerBy(ours))],
  ["a token in plain Base64", "token_malformed", async (ours) => (await bearerBy(ours)).replace(/.$/, "+")],
  [
    "8,193 characters",
    "token_malformed",
    (ours) => bearer(forgeToken(ours, {}, claims({ note: "a".repeat(8_193) }))),
  ],
  ["a million characters", "token_malformed", () => `Bearer ${"a".repeat(1_000_000)}`],
  [
    "a header that is not JSON",
    "token_malformed",
    () => bearer(joinToken("{alg:none}", validClaims, "AAAA")),
  ],
  ["a header that is a list", "token_malformed", () => bearer(joinToken([], validClaims, "AAAA"))],
  ["claims that are not JSON", "token_malformed", (ours) => bearer(forgeToken(ours, {}, "sub=u-1"))],
  ["claims that are a list", "token_malformed", (ours) => bearer(forgeToken(ours, {}, ["u-1"]))],
];

function respell(text: string): string {
  const last = text.at(-1) ?? "";
  return `${text.slice(0, -1)}${String.fromCharCode(last.charCodeAt(0) + 1)}`;
}
