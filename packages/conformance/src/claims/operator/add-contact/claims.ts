import { type Claim, claimsOf } from "../../../claim.ts";
import { expectOk, expectSame } from "../../../expect.ts";
import { fieldsOf, rowsOf } from "../../../fields.ts";
import { accountAddress } from "../../companion/addresses.ts";
import { absentAccount, changeTwice, expectChanged, positionAddress, readEntries } from "../desk.ts";

const contact = { method: "telephone", answer: "promised", promisedAmount: 1_000 };
const claim = claimsOf("operator.addContact", {
  at: { accountId: "{called.accountId}", symbol: "{called.symbol}" },
  json: contact,
});

/** The claims of contacts with the owners of called positions. */
export const claims: readonly Claim[] = [
  claim("contact.belongs-to-an-open-call", {
    title:
      "A contact is noted once under its key where a call is open, and else refused; so says the account.",
    needs: ["viewer", "operator", "called", "makeKey"],
    prove: async (ask, { viewer, operator: { token }, called, makeKey }) => {
      const account = await ask("GET", accountAddress(called.accountId), { token: viewer.token });
      const isCalled = rowsOf(expectOk(account)["positions"]).some(
        ({ symbol, calledSince }) => symbol === called.symbol && calledSince !== null,
      );
      const key = makeKey();
      const json = { ...contact, note: `Note ${key}` };
      const answer = await changeTwice(ask, "POST", positionAddress(called, "contacts"), {
        token,
        json,
        key,
      });
      const noted = expectChanged(answer, isCalled ? undefined : "no_open_call");
      if (isCalled) {
        const { promisedAmount, note } = fieldsOf(noted["contact"]);
        expectSame(answer, "the contact", [promisedAmount, note], [json.promisedAmount, json.note]);
      }
      const read = await readEntries(ask, token, called.accountId, "kind=contact");
      const entries = read.rows.filter(({ reason }) => reason === json.note);
      expectSame(read.answer, "entries", entries.length, isCalled ? 1 : 0);
    },
  }),
  claim("contact.without-a-call-is-refused", {
    title: "A contact about a position that is not called is refused with `no_open_call`.",
    at: { accountId: "{position.accountId}", symbol: "{position.symbol}" },
    body: { status: "failed", code: "no_open_call", contact: null },
  }),
  claim("contact.members-are-checked", {
    title:
      "An unknown method or answer, a promise of nothing or of the past and a long note are a 400 that names them.",
    rows: [
      { json: { ...contact, method: "pigeon" }, refused: "method" },
      { json: { ...contact, answer: "maybe" }, refused: "answer" },
      { json: { ...contact, promisedAmount: 0 }, refused: "promisedAmount" },
      { json: { ...contact, promisedUntil: 1 }, refused: "promisedUntil" },
      { json: { ...contact, note: "x".repeat(501) }, refused: "note" },
    ],
  }),
  claim("contact.absent-position-is-404", {
    title: "A contact about an account that does not exist is a 404.",
    at: { accountId: absentAccount, symbol: "{called.symbol}" },
    notFound: true,
  }),
];
