import { fieldsOf, rowsOf } from "../../../check-answer.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectNotFound, expectOk, expectRefusal, expectSame } from "../../../expect.ts";
import { accountAddress } from "../../companion/addresses.ts";
import { absentAccount, change, expectChanged, positionAddress, readEntries } from "../desk.ts";

const claim = claimsOf("operator.addContact");

const contact = { method: "telephone", answer: "promised", promisedAmount: 1_000 };

/** The claims of contacts with the owners of called positions. */
export const claims: readonly Claim[] = [
  claim({
    id: "contact.belongs-to-an-open-call",
    title:
      "A contact is noted once under its key where a call is open, and else refused; so says the account.",
    needs: ["viewer", "operator", "called", "makeKey"],
    prove: async (ask, { viewer, operator: { token }, called, makeKey }) => {
      const account = await ask("GET", accountAddress(called.accountId), { token: viewer.token });
      const { positions } = expectOk(account);
      const held = rowsOf(positions);
      const isCalled = held.some(
        ({ symbol, calledSince }) => symbol === called.symbol && calledSince !== null,
      );
      const key = makeKey();
      const json = { ...contact, note: `Note ${key}` };
      const path = positionAddress(called, "contacts");
      const answer = await change(ask, "POST", path, { token, json, key });
      const noted = expectChanged(answer, isCalled ? undefined : "no_open_call");
      const repeated = await change(ask, "POST", path, { token, json, key });
      expectSame(repeated, "the body", repeated.text, answer.text);
      if (isCalled) {
        const { promisedAmount, note } = fieldsOf(noted["contact"]);
        expectSame(answer, "the contact", [promisedAmount, note], [json.promisedAmount, json.note]);
      }
      const read = await readEntries(ask, token, called.accountId, "kind=contact");
      const entries = read.entries.filter(({ reason }) => reason === json.note);
      expectSame(read.answer, "entries", entries.length, isCalled ? 1 : 0);
    },
  }),
  claim({
    id: "contact.without-a-call-is-refused",
    title: "A contact about a position that is not called is refused with `no_open_call`.",
    needs: ["operator", "position"],
    prove: async (ask, { operator: { token }, position }) => {
      const path = positionAddress(position, "contacts");
      const answer = await change(ask, "POST", path, { token, json: contact });
      expectSame(answer, "contact", expectChanged(answer, "no_open_call")["contact"], null);
    },
  }),
  claim({
    id: "contact.members-are-checked",
    title:
      "An unknown method or answer, a promise of nothing or of the past and a long note are a 400 that names them.",
    needs: ["operator", "called"],
    prove: async (ask, { operator: { token }, called }) => {
      for (const [members, field] of [
        [{ method: "pigeon" }, "method"],
        [{ answer: "maybe" }, "answer"],
        [{ promisedAmount: 0 }, "promisedAmount"],
        [{ promisedUntil: 1 }, "promisedUntil"],
        [{ note: "x".repeat(501) }, "note"],
      ] as const) {
        const json = { ...contact, ...members };
        expectRefusal(await change(ask, "POST", positionAddress(called, "contacts"), { token, json }), field);
      }
    },
  }),
  claim({
    id: "contact.absent-position-is-404",
    title: "A contact about an account that does not exist is a 404.",
    needs: ["operator", "called"],
    prove: async (ask, { operator: { token }, called: { symbol } }) => {
      const path = positionAddress({ accountId: absentAccount, symbol }, "contacts");
      expectNotFound(await change(ask, "POST", path, { token, json: contact }));
    },
  }),
];
