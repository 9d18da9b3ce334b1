import type { Answer, Ask } from "../../../ask.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectBody, expectHeader, expectSame, expectStatus, expectThat } from "../../../expect.ts";
import { type Fields, fieldsOf } from "../../../fields.ts";
import { cover, coverSuccessfully, setting } from "../../specified/set-covered-margin-call/cover.ts";
import { absentAccountId, accountAddress } from "../addresses.ts";

const claim = claimsOf("companion.previewCover", {
  at: { accountId: "{position.accountId}", symbol: "{position.symbol}" },
});

/** The claims of the preview of a cover. */
export const claims: readonly Claim[] = [
  claim("preview.says-what-the-change-then-does", {
    title: "A preview says the status, the message and the figures of the change that follows it.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      await coverSuccessfully(ask, { token, position }, 0);
      const previewed = expectBody(await preview(ask, token, position, { amount: position.raised }));
      const answer = await cover(ask, { token, position }, position.raised);
      const { status, message, newCoveredMarginCall } = expectBody(answer);
      expectSame(answer, "status", status, previewed["status"]);
      expectSame(answer, "message", message, previewed["message"]);
      const { covered } = fieldsOf(previewed["after"]);
      expectSame(answer, "newCoveredMarginCall", newCoveredMarginCall, covered);
      await coverSuccessfully(ask, { token, position }, 0);
    },
  }),
  claim("preview.changes-nothing", {
    title: "After a preview the covered amount is as it was.",
    json: { amount: "{position.raised}" },
    rows: [
      setting(0),
      {},
      {
        check: ({ before }, answer) => expectSame(answer, "before.covered", fieldsOf(before)["covered"], 0),
      },
    ],
  }),
  claim("preview.refusal-has-a-code", {
    title: "An amount above `most` is refused with a code, which the change has in `OMS-Refusal`.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      const { most } = expectBody(await preview(ask, token, position, { amount: 0 }));
      if (most === null) return;
      const amount = Number(most) * 2 + 1_000_000_000;
      const answer = await preview(ask, token, position, { amount });
      const { status, code, before, after } = expectBody(answer);
      expectSame(answer, "status", status, "failed");
      expectThat(answer, /^[a-z_]+$/.test(String(code)), "a stable `code`");
      expectSame(answer, "after", after, before);
      const refused = await cover(ask, { token, position }, amount);
      expectStatus(refused, 200);
      expectHeader(refused, "OMS-Refusal", new RegExp(`^${String(code)}$`));
    },
  }),
  claim("preview.language-is-chosen", {
    title: "The message is in the language that `Accept-Language` prefers, and `Vary` says so.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      const messageIn = async (language: string): Promise<Fields> => {
        const answer = await preview(ask, token, position, { amount: 0, language });
        expectHeader(answer, "Vary", /Accept-Language/);
        return expectBody(answer);
      };
      const [vietnamese, english] = [await messageIn("vi-VN"), await messageIn("en")];
      const answer = await preview(ask, token, position, { amount: 0, language: "fr" });
      expectSame(answer, "message", expectBody(answer)["message"], english["message"]);
      expectThat(answer, vietnamese["message"] !== english["message"], "another message in Vietnamese");
    },
  }),
  claim("preview.amount-is-checked", {
    title: "An amount that is negative, a fraction, a text or missing is a 400 that names it.",
    refused: "amount",
    rows: [-1, 0.5, "5", null, undefined].map((amount) => ({ json: { amount } })),
  }),
  claim("preview.foreign-account-like-absent-one", {
    title: "A position of another user is answered like one that does not exist.",
    json: { amount: 1 },
    notFound: true,
    sameAs: 0,
    rows: [absentAccountId, "{otherPosition.accountId}"].map((accountId) => ({
      at: { accountId, symbol: "{otherPosition.symbol}" },
    })),
  }),
];

function preview(
  ask: Ask,
  token: string,
  { accountId, symbol }: { readonly accountId: string; readonly symbol: string },
  { amount, language }: { readonly amount: unknown; readonly language?: string },
): Promise<Answer> {
  const headers = language === undefined ? {} : { "Accept-Language": language };
  const path = `${accountAddress(accountId)}/positions/${symbol}/cover-preview`;
  return ask("POST", path, { token, headers, json: { amount } });
}
