import type { Ask } from "../../../ask.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectRefusal, expectSame, expectThat } from "../../../expect.ts";
import {
  absentAccount,
  auditedValueOf,
  change,
  expectChanged,
  positionAddress,
  readEntered,
} from "../desk.ts";

const claim = claimsOf("operator.setCover", {
  at: { accountId: "{position.accountId}", symbol: "{position.symbol}" },
});

type Target = { readonly token: string; readonly position: { accountId: string; symbol: string } };

/** The claims of covers that operators set. */
export const claims: readonly Claim[] = [
  claim("setcover.leaves-who-and-why", {
    title: "A cover by an operator is in force, and its entry says who set it, why, and both amounts.",
    needs: ["operator", "position", "makeKey"],
    prove: async (ask, { operator: { token }, position, makeKey }) => {
      const reason = `Receipt ${makeKey()}`;
      await setCover(ask, { token, position }, { amount: 0 });
      const set = await setCover(ask, { token, position }, { amount: position.raised, reason });
      expectSame(set.answer, "covered", set.body["covered"], position.raised);
      const page = [position.accountId, "kind=cover&limit=1"] as const;
      const { answer, entry } = await readEntered(ask, token, page, reason);
      expectSame(answer, "actorKind", entry["actorKind"], "operator");
      expectThat(answer, String(entry["actor"]) !== "", "the operator's name");
      const { before, after } = auditedValueOf(entry, "covered");
      expectSame(answer, "both amounts", [before, after], [0, position.raised]);
      await setCover(ask, { token, position }, { amount: 0 });
    },
  }),
  claim("setcover.repeat-changes-nothing", {
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
      await readEntered(ask, token, [position.accountId, "kind=cover&limit=5"], json.reason);
      const other = await change(ask, "PATCH", path, { token, json: { ...json, amount: 0 }, key });
      expectRefusal(other, "Idempotency-Key");
      await setCover(ask, { token, position }, { amount: 0 });
    },
  }),
  claim("setcover.late-operator-changes-nothing", {
    title: "A cover that expects another amount than the one in force is refused, and says which is.",
    needs: ["operator", "position"],
    prove: async (ask, { operator: { token }, position }) => {
      await setCover(ask, { token, position }, { amount: position.raised });
      const json = { amount: position.raised + 1, expectedCovered: 0, reason: "late" };
      const answer = await change(ask, "PATCH", positionAddress(position, "cover"), { token, json });
      const { covered } = expectChanged(answer, "cover_changed");
      expectSame(answer, "covered", covered, position.raised);
      await setCover(ask, { token, position }, { amount: 0, expectedCovered: position.raised });
    },
  }),
  claim("setcover.needs-a-reason", {
    title: "A cover without a reason, with an empty one or a wrong amount is a 400 that names the member.",
    rows: [
      { json: { amount: 1 }, refused: "reason" },
      { json: { amount: 1, reason: "" }, refused: "reason" },
      { json: { amount: -1, reason: "x" }, refused: "amount" },
      { json: { amount: "1.000", reason: "x" }, refused: "amount" },
      { json: { amount: 1, reason: "x", expectedCovered: 0.5 }, refused: "expectedCovered" },
    ],
  }),
  claim("setcover.absent-position-is-404", {
    title: "A cover of an account or a position that does not exist is a 404.",
    json: { amount: 1, reason: "x" },
    notFound: true,
    rows: [
      { at: { accountId: absentAccount, symbol: "{position.symbol}" } },
      { at: { accountId: "{position.accountId}", symbol: "ZZQQXX" } },
    ],
  }),
];

/** Sets a cover and expects success. */
async function setCover(ask: Ask, { token, position }: Target, members: object) {
  const json = { reason: "a claim", ...members };
  const answer = await change(ask, "PATCH", positionAddress(position, "cover"), { token, json });
  return { answer, body: expectChanged(answer) };
}
