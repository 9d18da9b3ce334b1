import { type Claim, claimsOf, refusing } from "../../../claim.ts";
import { expectOk, expectSame, expectThat } from "../../../expect.ts";
import { rowsOf } from "../../../fields.ts";
import { setting } from "../../specified/set-covered-margin-call/cover.ts";
import { absentAccountId, accountAddress } from "../addresses.ts";

const claim = claimsOf("companion.listMovements", { at: { accountId: "{position.accountId}" } });

/** The claims of the movements of an account. */
export const claims: readonly Claim[] = [
  claim("movements.cover-is-listed-first", {
    title: "A change of a covered amount is the newest movement.",
    needs: ["position"],
    rows: [
      ...[0, "{position.raised}", 0].map(setting),
      {
        query: "limit=2",
        check: ({ movements }, answer, { position: { symbol, raised } }) => {
          const shown = rowsOf(movements).map((row) => [
            row["kind"],
            row["symbol"],
            row["before"],
            row["after"],
          ]);
          const expected = [
            ["cover", symbol, raised, 0],
            ["cover", symbol, 0, raised],
          ];
          expectSame(answer, "the newest movements", shown, expected);
        },
      },
    ],
  }),
  claim("movements.pages-meet", {
    title: "The cursor of a page leads to the places before it, and each place comes once.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position: { accountId } }) => {
      let cursor: unknown;
      let last = Number.POSITIVE_INFINITY;
      for (let page = 0; page < 5 && cursor !== null; page += 1) {
        const query = cursor === undefined ? "" : `&cursor=${String(cursor)}`;
        const path = `${accountAddress(accountId)}/movements?limit=2${query}`;
        const answer = await ask("GET", path, { token });
        const { movements, nextCursor } = expectOk(answer);
        for (const { place } of rowsOf(movements)) {
          expectThat(answer, Number(place) < last, `a place before ${last}`);
          last = Number(place);
        }
        cursor = nextCursor;
      }
    },
  }),
  claim("movements.limit-and-cursor-are-checked", {
    title: "A limit or cursor out of range is a 400 that names it.",
    rows: refusing("limit=0", "limit=101", "limit=x", "cursor=0", "cursor=-1"),
  }),
  claim("movements.foreign-account-like-absent-one", {
    title: "An account of another user is answered like one that does not exist.",
    notFound: true,
    sameAs: 0,
    rows: [{ at: { accountId: absentAccountId } }, { at: { accountId: "{otherPosition.accountId}" } }],
  }),
];
