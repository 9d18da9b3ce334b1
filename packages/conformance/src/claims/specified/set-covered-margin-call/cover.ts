import type { Answer, Ask } from "../../../ask.ts";
import { type Claim, claimsOf, type Row } from "../../../claim.ts";
import { expectOk, expectSame, expectThat } from "../../../expect.ts";
import { coverAddress } from "../../address.ts";

/** The position to cover, the token of its user, and an optional Idempotency-Key. */
type CoverTarget = {
  readonly token: string;
  readonly position: { readonly accountId: string; readonly symbol: string };
  readonly key?: string;
};

/** The answer to a cover with its figures. */
export type CoverResult = {
  readonly answer: Answer;
  readonly maintenanceMargin: number;
  readonly tradingPower: number;
};

/** Sends a covered amount, valid or not. */
export function cover(ask: Ask, { token, position, key }: CoverTarget, amount: unknown): Promise<Answer> {
  const { accountId, symbol } = position;
  const headers = key === undefined ? {} : { "Idempotency-Key": key };
  return ask("PATCH", coverAddress, { token, headers, json: { accountId, symbol, amount } });
}

/** Sends a covered amount and expects success. */
export async function coverSuccessfully(ask: Ask, target: CoverTarget, amount: number): Promise<CoverResult> {
  const answer = await cover(ask, target, amount);
  const { status, newCoveredMarginCall, maintenanceMargin, tradingPower } = expectOk(answer);
  // If it fails, the report shows the body, whose message has the reason.
  expectThat(answer, status === "success", 'status "success"');
  expectSame(answer, "newCoveredMarginCall", newCoveredMarginCall, amount);
  return { answer, maintenanceMargin: Number(maintenanceMargin), tradingPower: Number(tradingPower) };
}

/** The position of the plan, as the members of a body. */
export const place = { accountId: "{position.accountId}", symbol: "{position.symbol}" };

/** A row that sets a covered amount, or `{position.raised}`, in claims of any operation. */
export function setting(amount: number | string): Row {
  const body = { status: "success", newCoveredMarginCall: amount };
  return { method: "PATCH", path: coverAddress, as: "user", json: { ...place, amount }, body };
}

/** A row with an amount that is refused, and changes nothing. */
export function tooMuch(covered: number | string, amount: number = Number.MAX_SAFE_INTEGER): Row {
  return { json: { ...place, amount }, body: { status: "failed", newCoveredMarginCall: covered } };
}

const claim = claimsOf("setCoveredMarginCall");

/** Positions below their margin call rate. */
export const calledPositions: readonly Claim[] = [
  claim("cover.needed-amount-ends-the-call", {
    title: "Covering the amount of a margin call succeeds and results in the figures of the plan.",
    needs: ["user", "called"],
    prove: async (ask, { user: { token }, called }) => {
      const result = await coverSuccessfully(ask, { token, position: called }, called.needed);
      if (called.figures === undefined) return;
      const { maintenanceMargin, tradingPower } = result;
      expectSame(result.answer, "the figures", { maintenanceMargin, tradingPower }, called.figures);
    },
  }),
  claim("cover.below-needed-amount-fails", {
    title: "Covering less than the amount of a margin call fails with a reason and changes nothing.",
    needs: ["user", "called"],
    prove: async (ask, { user: { token }, called }) => {
      await coverSuccessfully(ask, { token, position: called }, called.needed);
      for (const amount of [called.needed - 1, 0]) {
        const answer = await cover(ask, { token, position: called }, amount);
        const { status, newCoveredMarginCall, message } = expectOk(answer);
        expectSame(answer, "status", status, "failed");
        expectSame(answer, "newCoveredMarginCall", newCoveredMarginCall, called.needed);
        expectThat(answer, typeof message === "string" && /\d/.test(message), "a message with figures");
      }
    },
  }),
];
