import type { Answer, Ask } from "../../ask.ts";
import { type Claim, claimsOf } from "../../claim.ts";
import { expectBody, expectSame, expectStatus, expectThat } from "../../expect.ts";
import { coverAddress } from "../address.ts";

/** Whose position is covered, and by what key a repetition is known. */
export type Covering = {
  readonly token: string;
  readonly position: { readonly accountId: string; readonly symbol: string };
  readonly key?: string;
};

/** What a cover was answered with. */
type Covered = {
  readonly answer: Answer;
  readonly status: string;
  readonly covered: number;
  readonly maintenanceMargin: number;
  readonly tradingPower: number;
};

/** Sends a covered amount, as it is. */
export function cover(ask: Ask, { token, position, key }: Covering, amount: unknown): Promise<Answer> {
  const { accountId, symbol } = position;
  const headers = key === undefined ? {} : { "Idempotency-Key": key };
  return ask("PATCH", coverAddress, { token, headers, json: { accountId, symbol, amount } });
}

/** Sends a covered amount that has to be answered with figures, accepted or refused by a rule. */
export async function coverWithFigures(ask: Ask, covering: Covering, amount: number): Promise<Covered> {
  return readCovered(await cover(ask, covering, amount));
}

/** Sends a covered amount that has to be accepted. */
export async function coverForSure(ask: Ask, covering: Covering, amount: number): Promise<Covered> {
  const made = await coverWithFigures(ask, covering, amount);
  // The message of a refusal says why.
  expectThat(made.answer, made.status === "success", 'status "success"');
  expectSame(made.answer, "newCoveredMarginCall", made.covered, amount);
  return made;
}

/** Reads the figures that an order to cover was answered with. */
export function readCovered(answer: Answer): Covered {
  expectStatus(answer, 200);
  const { status, newCoveredMarginCall, maintenanceMargin, tradingPower } = expectBody(answer);
  return {
    answer,
    status: String(status),
    covered: Number(newCoveredMarginCall),
    maintenanceMargin: Number(maintenanceMargin),
    tradingPower: Number(tradingPower),
  };
}

const claim = claimsOf("setCoveredMarginCall");

/** Positions below their call rate. */
export const calledPositions: readonly Claim[] = [
  claim({
    id: "cover.needed-amount-ends-the-call",
    title: "The amount that a call asks for is accepted, and leaves the figures that the plan works out.",
    needs: ["user", "called"],
    prove: async (ask, { user: { token }, called }) => {
      const made = await coverForSure(ask, { token, position: called }, called.needed);
      if (called.figures === undefined) return;
      const { maintenanceMargin, tradingPower } = made;
      expectSame(made.answer, "the figures", { maintenanceMargin, tradingPower }, called.figures);
    },
  }),
  claim({
    id: "cover.below-the-needed-amount-is-failed",
    title: "To lower below what the call asks for is refused, with the reason, and changes nothing.",
    needs: ["user", "called"],
    prove: async (ask, { user: { token }, called }) => {
      await coverForSure(ask, { token, position: called }, called.needed);
      for (const amount of [called.needed - 1, 0]) {
        const { answer, status, covered } = await coverWithFigures(ask, { token, position: called }, amount);
        expectSame(answer, "status", status, "failed");
        expectSame(answer, "newCoveredMarginCall", covered, called.needed);
        const { message } = expectBody(answer);
        expectThat(
          answer,
          typeof message === "string" && /\d/.test(message),
          "a message that gives the figures",
        );
      }
    },
  }),
];
