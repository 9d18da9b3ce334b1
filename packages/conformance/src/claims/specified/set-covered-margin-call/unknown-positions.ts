import type { Answer } from "../../../ask.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectNotFound, expectSame } from "../../../expect.ts";
import { cover } from "./cover.ts";

const claim = claimsOf("setCoveredMarginCall");
const accountId = "{position.accountId}";

/** Positions and accounts that do not exist for a user. */
export const unknownPositions: readonly Claim[] = [
  claim("cover.unknown-position-is-404", {
    title: "A cover of an unknown position is a 404.",
    notFound: true,
    rows: ["ZZQQXX", "zzqq", "."].map((symbol) => ({ json: { accountId, symbol, amount: 0 } })),
  }),
  claim("cover.unknown-account-is-404", {
    title: "The answer for an unknown account equals that for an unknown position.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      const known = await cover(ask, { token, position: { ...position, symbol: "ZZQQXX" } }, 0);
      const absent = await cover(ask, { token, position: { ...position, accountId: "ZZQQXX-0" } }, 0);
      proveSame(absent, known);
    },
  }),
  claim("cover.foreign-account-is-404", {
    title: "The answer for an account of another user equals that for an unknown account.",
    needs: ["user", "position", "otherUser", "otherPosition"],
    prove: async (ask, { user: { token }, position, otherPosition }) => {
      const absent = await cover(ask, { token, position: { ...position, accountId: "ZZQQXX-0" } }, 0);
      proveSame(await cover(ask, { token, position: otherPosition }, 0), absent);
      proveSame(await cover(ask, { token, position: { ...otherPosition, symbol: "ZZQQXX" } }, 0), absent);
    },
  }),
  claim("cover.alias-of-a-held-contract-is-404", {
    title: "An alias does not name the position in its contract.",
    json: { accountId, symbol: "{alias}", amount: 0 },
    notFound: true,
  }),
  claim("cover.symbol-case-sensitive", {
    title: "The symbol of a position in lower case is a 404.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position: { accountId, symbol } }) => {
      const other = symbol === symbol.toLowerCase() ? symbol.toUpperCase() : symbol.toLowerCase();
      if (other !== symbol)
        expectNotFound(await cover(ask, { token, position: { accountId, symbol: other } }, 0));
    },
  }),
];

/** Expects the same body and header names, except headers that change with each request. */
function proveSame(one: Answer, other: Answer): void {
  expectNotFound(one);
  expectSame(one, "the body", one.text, other.text);
  const names = (answer: Answer) =>
    [...answer.headers.keys()].filter((name) => !/^(?:date|cf-|ratelimit)/.test(name)).toSorted();
  expectSame(one, "the names of the headers", names(one), names(other));
}
