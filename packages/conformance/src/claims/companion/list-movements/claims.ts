import type { Answer } from "../../../ask.ts";
import { type Fields, rowsOf } from "../../../check-answer.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectBody, expectOk, expectRefusal, expectSame, expectThat } from "../../../expect.ts";
import { coverSuccessfully } from "../../specified/set-covered-margin-call/cover.ts";
import { absentAccountId, accountAddress, expectAlikeNotFound } from "../addresses.ts";

const claim = claimsOf("companion.listMovements");

/** The claims of the movements of an account. */
export const claims: readonly Claim[] = [
  claim({
    id: "movements.cover-is-listed-first",
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
      expectSame(answer, "the newest movements", shown, [
        ["cover", position.symbol, position.raised, 0],
        ["cover", position.symbol, 0, position.raised],
      ]);
    },
  }),
  claim({
    id: "movements.pages-meet",
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
  claim({
    id: "movements.limit-and-cursor-are-checked",
    title: "A limit or cursor out of range is a 400 that names it.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position: { accountId } }) => {
      for (const [name, value] of [
        ["limit", "0"],
        ["limit", "101"],
        ["limit", "x"],
        ["cursor", "0"],
        ["cursor", "-1"],
      ] as const) {
        expectRefusal(await ask("GET", `${movementsAddress(accountId)}?${name}=${value}`, { token }), name);
      }
    },
  }),
  claim({
    id: "movements.foreign-account-like-absent-one",
    title: "An account of another user is answered like one that does not exist.",
    needs: ["user", "otherPosition"],
    prove: async (ask, { user: { token }, otherPosition }) =>
      expectAlikeNotFound(
        await ask("GET", movementsAddress(otherPosition.accountId), { token }),
        await ask("GET", movementsAddress(absentAccountId), { token }),
      ),
  }),
];

function movementsAddress(accountId: string): string {
  return `${accountAddress(accountId)}/movements`;
}

function readMovements(answer: Answer): Fields[] {
  const { movements } = expectOk(answer);
  return rowsOf(movements);
}
