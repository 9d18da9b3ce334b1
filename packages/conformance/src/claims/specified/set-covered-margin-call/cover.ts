import type { Answer, Ask } from "../../../ask.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectBody, expectOk, expectSame, expectThat } from "../../../expect.ts";
import { coverAddress } from "../../address.ts";

/** The position to cover, the token of its user, and an optional Idempotency-Key. */
export type CoverTarget = {
  readonly token: string;
  readonly position: { readonly accountId: string; readonly symbol: string };
  readonly key?: string;
};

/** The answer to a cover with its figures. */
export type CoverResult = {
  readonly answer: Answer;
  readonly status: string;
  readonly covered: number;
  readonly maintenanceMargin: number;
  readonly tradingPower: number;
};

/** Sends a covered amount, valid or not. */
export function cover(ask: Ask, { token, position, key }: CoverTarget, amount: unknown): Promise<Answer> {
  const { accountId, symbol } = position;
  const headers = key === undefined ? {} : { "Idempotency-Key": key };
  return ask("PATCH", coverAddress, { token, headers, json: { accountId, symbol, amount } });
}

/** Sends a covered amount and expects a 200, with status `success` or `failed`. */
export async function coverWithFigures(ask: Ask, target: CoverTarget, amount: number): Promise<CoverResult> {
  return readCovered(await cover(ask, target, amount));
}

/** Sends a covered amount and expects success. */
export async function coverSuccessfully(ask: Ask, target: CoverTarget, amount: number): Promise<CoverResult> {
  const result = await coverWithFigures(ask, target, amount);
  // If it fails, the report shows the body, whose message has the reason.
  expectThat(result.answer, result.status === "success", 'status "success"');
  expectSame(result.answer, "newCoveredMarginCall", result.covered, amount);
  return result;
}

/** Expects a 200 and reads its figures. */
function readCovered(answer: Answer): CoverResult {
  const { status, newCoveredMarginCall, maintenanceMargin, tradingPower } = expectOk(answer);
  return {
    answer,
    status: String(status),
    covered: Number(newCoveredMarginCall),
    maintenanceMargin: Number(maintenanceMargin),
    tradingPower: Number(tradingPower),
  };
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
        const { answer, status, covered } = await coverWithFigures(ask, { token, position: called }, amount);
        expectSame(answer, "status", status, "failed");
        expectSame(answer, "newCoveredMarginCall", covered, called.needed);
        const { message } = expectBody(answer);
        expectThat(answer, typeof message === "string" && /\d/.test(message), "a message with figures");
      }
    },
  }),
];
