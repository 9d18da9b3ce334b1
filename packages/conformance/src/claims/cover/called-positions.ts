import type { Claim } from "../../claim.ts";
import { claimsOf } from "../../claim.ts";
import { expectBody } from "../../expect/body.ts";
import { expectSame } from "../../expect/same.ts";
import { expectThat } from "../../expect/that.ts";
import { coverForSure, coverWithFigures } from "./cover.ts";

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
