import { type Claim, claimsOf } from "../../../claim.ts";
import { expectNotFound, expectRefusal } from "../../../expect.ts";
import { ratioAddress } from "../../address.ts";

const claim = claimsOf("getMarginRatio");

const refused: readonly (readonly [id: string, title: string, written: string])[] = [
  ["33-characters", "A symbol of 33 characters", "A".repeat(33)],
  ["space", "A symbol with a space", "F%20T"],
  ["slash", "A symbol with an encoded slash", "F%2FT"],
  ["accent", "A symbol with an accent", "%C4%90"],
  ["nul", "A symbol with the character 0", "FPT%00"],
  ["lone-percent", "A percent sign without hexadecimal digits", "%"],
  ["no-utf-8", "A byte that is not UTF-8", "%FF"],
  ["sign", "A character other than letters, digits, point, underscore and hyphen", "FPT$"],
];

/** Invalid and unknown symbols. */
export const unlisted: readonly Claim[] = [
  ...refused.map(([id, title, written]) =>
    claim({
      id: `ratio.symbol-${id}`,
      title: `${title} is a 400 with a detail for \`symbol\`.`,
      needs: ["user"],
      prove: async (ask, { user: { token } }) => {
        expectRefusal(await ask("GET", ratioAddress(written), { token }), "symbol");
      },
    }),
  ),
  claim({
    id: "ratio.unlisted-is-404",
    title: "A well-formed symbol of up to 32 characters that is not listed is a 404.",
    needs: ["user"],
    prove: async (ask, { user: { token } }) => {
      for (const symbol of ["ZZQQXX", "a.b_c-d", "Z".repeat(32), "0"]) {
        expectNotFound(await ask("GET", ratioAddress(symbol), { token }));
      }
    },
  }),
  claim({
    id: "ratio.symbol-case-sensitive",
    title: "A listed symbol in lower case is a 404.",
    needs: ["user", "symbol"],
    prove: async (ask, { user: { token }, symbol }) => {
      const others = [symbol.toLowerCase(), `${symbol.slice(0, -1)}${symbol.slice(-1).toLowerCase()}`];
      for (const other of others.filter((each) => each !== symbol)) {
        expectNotFound(await ask("GET", ratioAddress(other), { token }));
      }
    },
  }),
  claim({
    id: "ratio.group-is-404",
    title: "The name of a product group is a 404.",
    needs: ["user", "group"],
    prove: async (ask, { user: { token }, group }) => {
      expectNotFound(await ask("GET", ratioAddress(group), { token }));
    },
  }),
  claim({
    id: "ratio.missing-symbol-is-404",
    title: "A path without a symbol or with another segment is a 404.",
    needs: ["user"],
    prove: async (ask, { user: { token } }) => {
      for (const path of [ratioAddress(""), "/api/v1/diagnostics/margin-ratios", ratioAddress("FPT/x")]) {
        expectNotFound(await ask("GET", path, { token }));
      }
    },
  }),
];
