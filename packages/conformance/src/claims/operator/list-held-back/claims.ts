import { type Claim, claimsOf } from "../../../claim.ts";
import { expectSame, expectThat } from "../../../expect.ts";
import { rowsOf } from "../../../fields.ts";

const claim = claimsOf("operator.listHeldBack");

/** The claims of the list of held-back calls. */
export const claims: readonly Claim[] = [
  claim("listheldback.each-symbol-once", {
    title: "Symbols come in order, each once in all lists.",
    check: ({ heldBack, withoutPreviousClose, suspectedFeedErrors }, answer) => {
      const symbols = rowsOf(heldBack).map(({ symbol }) => symbol);
      expectSame(answer, "the symbols", symbols, symbols.toSorted());
      const all = [...symbols, ...(withoutPreviousClose as string[]), ...(suspectedFeedErrors as string[])];
      expectThat(answer, new Set(all).size === all.length, "each symbol once");
    },
  }),
];
