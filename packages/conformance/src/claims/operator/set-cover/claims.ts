import type { Ask } from "../../../ask.ts";
import type { Fields } from "../../../check-answer.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectNotFound, expectRefusal, expectSame, expectThat } from "../../../expect.ts";
import {
  absentAccount,
  auditedValueOf,
  change,
  expectChanged,
  positionAddress,
  readEntries,
} from "../desk.ts";

const claim = claimsOf("operator.setCover");

type Target = { readonly token: string; readonly position: { accountId: string; symbol: string } };

/** The claims of covers that operators set. */
export const claims: readonly Claim[] = [
  claim({
    id: "setcover.leaves-who-and-why",
    title: "A cover by an operator is in force, and its entry says who set it, why, and both amounts.",
    needs: ["operator", "position", "makeKey"],
    prove: async (ask, { operator: { token }, position, makeKey }) => {
      const reason = `Receipt ${makeKey()}`;
      await setCover(ask, { token, position }, { amount: 0 });
      const set = await setCover(ask, { token, position }, { amount: position.raised, reason });
      expectSame(set.answer, "covered", set.body["covered"], position.raised);
      const { answer, entries } = await readEntries(ask, token, position.accountId, "kind=cover&limit=1");
      const [entry] = entries;
      expectSame(answer, "reason", entry?.["reason"], reason);
      expectSame(answer, "actorKind", entry?.["actorKind"], "operator");
      expectThat(answer, String(entry?.["actor"]) !== "", "the operator's name");
      const { before, after } = auditedValueOf(entry, "covered");
      expectSame(answer, "both amounts", [before, after], [0, position.raised]);
      await setCover(ask, { token, position }, { amount: 0 });
    },
  }),
  claim({
    id: "setcover.repeat-changes-nothing",
    title: "The same cover under the same key is answered alike, and made once; another body is a 400.",
    needs: ["operator", "position", "makeKey"],
    prove: async (ask, { operator: { token }, position, makeKey }) => {
      await setCover(ask, { token, position }, { amount: 0 });
      const key = makeKey();
      const json = { amount: position.raised, reason: `Receipt ${key}` };
      const path = positionAddress(position, "cover");
      const [one, two] = await Promise.all([
        change(ask, "PATCH", path, { token, json, key }),
        change(ask, "PATCH", path, { token, json, key }),
      ]);
      expectChanged(one);
      expectSame(two, "the body", two.text, one.text);
      const { answer, entries } = await readEntries(ask, token, position.accountId, "kind=cover&limit=5");
      const made = entries.filter(({ reason }) => reason === json.reason);
      expectSame(answer, "entries", made.length, 1);
      const other = await change(ask, "PATCH", path, { token, json: { ...json, amount: 0 }, key });
      expectRefusal(other, "Idempotency-Key");
      await setCover(ask, { token, position }, { amount: 0 });
    },
  }),
  claim({
    id: "setcover.late-operator-changes-nothing",
    title: "A cover that expects another amount than the one in force is refused, and says which is.",
    needs: ["operator", "position"],
    prove: async (ask, { operator: { token }, position }) => {
      await setCover(ask, { token, position }, { amount: position.raised });
      const json = { amount: position.raised + 1, expectedCovered: 0, reason: "late" };
      const answer = await change(ask, "PATCH", positionAddress(position, "cover"), { token, json });
      const refused = expectChanged(answer, "cover_changed");
      expectSame(answer, "covered", refused["covered"], position.raised);
      const again = { amount: 0, expectedCovered: position.raised };
      await setCover(ask, { token, position }, again);
    },
  }),
  claim({
    id: "setcover.needs-a-reason",
    title: "A cover without a reason, with an empty one or a wrong amount is a 400 that names the member.",
    needs: ["operator", "position"],
    prove: async (ask, { operator: { token }, position }) => {
      const path = positionAddress(position, "cover");
      for (const [json, field] of [
        [{ amount: 1 }, "reason"],
        [{ amount: 1, reason: "" }, "reason"],
        [{ amount: -1, reason: "x" }, "amount"],
        [{ amount: "1.000", reason: "x" }, "amount"],
        [{ amount: 1, reason: "x", expectedCovered: 0.5 }, "expectedCovered"],
      ] as const) {
        expectRefusal(await change(ask, "PATCH", path, { token, json }), field);
      }
    },
  }),
  claim({
    id: "setcover.absent-position-is-404",
    title: "A cover of an account or a position that does not exist is a 404.",
    needs: ["operator", "position"],
    prove: async (ask, { operator: { token }, position: { accountId, symbol } }) => {
      const json = { amount: 1, reason: "x" };
      for (const place of [
        { accountId: absentAccount, symbol },
        { accountId, symbol: "ZZQQXX" },
      ]) {
        expectNotFound(await change(ask, "PATCH", positionAddress(place, "cover"), { token, json }));
      }
    },
  }),
];

/** Sets a cover and expects success. */
async function setCover(ask: Ask, { token, position }: Target, members: object) {
  const json = { reason: "a claim", ...members };
  const answer = await change(ask, "PATCH", positionAddress(position, "cover"), { token, json });
  const body: Fields = expectChanged(answer);
  return { answer, body };
}
