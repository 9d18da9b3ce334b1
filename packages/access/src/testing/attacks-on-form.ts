import { bearer, claims, type NamedAttack, partsOf } from "./attack.ts";
import { encode, forgeToken, joinToken, validClaims } from "./forge-token.ts";
import { bearerBy } from "./plan-access.ts";

/** Headers that contain no well-formed token. */
export const attacksOnForm: readonly NamedAttack[] = [
  ["no header", "token-missing", () => undefined],
  ["an empty header", "token-missing", () => ""],
  ["a scheme without a token", "token-missing", () => "Bearer"],
  ["a scheme and spaces", "token-missing", () => "Bearer   "],
  ["another scheme", "token-malformed", async (ours) => `Basic ${await forgeToken(ours)}`],
  ["a token without a scheme", "token-malformed", (ours) => forgeToken(ours)],
  ["a longer scheme", "token-malformed", async (ours) => `Bearers ${await forgeToken(ours)}`],
  [
    "two tokens, as in two joined headers",
    "token-malformed",
    async (ours) => `${await bearerBy(ours)}, ${await bearerBy(ours)}`,
  ],
  [
    "two tokens after one scheme",
    "token-malformed",
    async (ours) => `${await bearerBy(ours)} ${await forgeToken(ours)}`,
  ],
  ["a token followed by a comma", "token-malformed", async (ours) => `${await bearerBy(ours)},`],
  [
    "a token with a line feed in it",
    "token-malformed",
    async (ours) => (await bearerBy(ours)).replace(".", ".\n"),
  ],
  ["a token followed by a NUL", "token-malformed", async (ours) => `${await bearerBy(ours)}\0`],
  ["two parts", "token-malformed", async (ours) => bearer((await partsOf(ours)).slice(0, 2).join("."))],
  ["four parts", "token-malformed", async (ours) => `${await bearerBy(ours)}.AA`],
  [
    "the five parts of an encrypted token",
    "token-malformed",
    () => bearer(`${encode({ alg: "dir", enc: "A256GCM" })}..AA.AA.AA`),
  ],
  [
    "an empty signature",
    "token-malformed",
    async (ours) => bearer((await partsOf(ours)).slice(0, 2).join(".").concat(".")),
  ],
  ["a padded signature", "token-malformed", async (ours) => `${await bearerBy(ours)}==`],
  ["a signature with other unused bits", "token-malformed", async (ours) => respell(await bearerBy(ours))],
  ["a token in plain Base64", "token-malformed", async (ours) => (await bearerBy(ours)).replace(/.$/, "+")],
  [
    "8,193 characters",
    "token-malformed",
    (ours) => bearer(forgeToken(ours, {}, claims({ note: "a".repeat(8_193) }))),
  ],
  ["a million characters", "token-malformed", () => `Bearer ${"a".repeat(1_000_000)}`],
  [
    "a header that is not JSON",
    "token-malformed",
    () => bearer(joinToken("{alg:none}", validClaims, "AAAA")),
  ],
  ["a header that is a list", "token-malformed", () => bearer(joinToken([], validClaims, "AAAA"))],
  ["claims that are not JSON", "token-malformed", (ours) => bearer(forgeToken(ours, {}, "sub=u-1"))],
  ["claims that are a list", "token-malformed", (ours) => bearer(forgeToken(ours, {}, ["u-1"]))],
];

function respell(text: string): string {
  const last = text.at(-1) ?? "";
  return `${text.slice(0, -1)}${String.fromCharCode(last.charCodeAt(0) + 1)}`;
}
