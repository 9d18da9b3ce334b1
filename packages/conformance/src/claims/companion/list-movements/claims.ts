import type { Answer } from "../../../ask.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectBody, expectOk, expectSame, expectThat } from "../../../expect.ts";
import { type Fields, rowsOf } from "../../../fields.ts";
import { coverSuccessfully } from "../../specified/set-covered-margin-call/cover.ts";
import { absentAccountId, accountAddress } from "../addresses.ts";

const claim = claimsOf("companion.listMovements", { at: { accountId: "{position.accountId}" } });

/** The claims of the movements of an account. */
export const claims: readonly Claim[] = [
  claim("movements.cover-is-listed-first", {
    title: "A change of a covered amount is the newest movement.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      for (const amount of [0, position.raised, 0]) await coverSuccessfully(ask, { token, position }, amount);
      const answer = await ask("GET", `${movementsAddress(position.accountId)}?limit=2`, { token });
      const shown = readMovements(answer).map(({ kind, symbol, before, after }) => [
        kind,
        symbol,
        before,
        after,
      ]);
      const { symbol, raised } = position;
      const expected = [
        ["cover", symbol, raised, 0],
        ["cover", symbol, 0, raised],
      ];
      expectSame(answer, "the newest movements", shown, expected);
    },
  }),
  claim("movements.pages-meet", {
    title: "The cursor of a page leads to the places before it, and each place comes once.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position: { accountId } }) => {
      let cursor: unknown;
      let last = Number.POSITIVE_INFINITY;
      for (let page = 0; page < 5 && cursor !== null; page += 1) {
        const query = cursor === undefined ? "" : `&cursor=${String(cursor)}`;
        const answer = await ask("GET", `${movementsAddress(accountId)}?limit=2${query}`, { token });
        for (const { place } of readMovements(answer)) {
          expectThat(answer, Number(place) < last, `a place before ${last}`);
          last = Number(place);
        }
        cursor = expectBody(answer)["nextCursor"];
      }
    },
  }),
  claim("movements.limit-and-cursor-are-checked", {
    title: "A limit or cursor out of range is a 400 that names it.",
    rows: [
      { query: "limit=0", refused: "limit" },
      { query: "limit=101", refused: "limit" },
      { query: "limit=x", refused: "limit" },
      { query: "cursor=0", refused: "cursor" },
      { query: "cursor=-1", refused: "cursor" },
    ],
  }),
  claim("movements.foreign-account-like-absent-one", {
    title: "An account of another user is answered like one that does not exist.",
    notFound: true,
    alike: true,
    rows: [{ at: { accountId: absentAccountId } }, { at: { accountId: "{otherPosition.accountId}" } }],
  }),
];

function movementsAddress(accountId: string): string {
  return `${accountAddress(accountId)}/movements`;
}

function readMovements(answer: Answer): Fields[] {
  return rowsOf(expectOk(answer)["movements"]);
}
