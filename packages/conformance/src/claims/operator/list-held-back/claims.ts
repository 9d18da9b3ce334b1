import { type Claim, claimsOf } from "../../../claim.ts";
import { expectBody, expectSame, expectThat } from "../../../expect.ts";

const claim = claimsOf("operator.listHeldBack");

/** The claims of the list of held-back calls. */
export const claims: readonly Claim[] = [
  claim({
    id: "listheldback.each-symbol-once",
    title: "Symbols come in order, each once in all lists.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const answer = await ask("GET", "/operator/v0/held-back", { token });
      const { heldBack, withoutPreviousClose, suspectedFeedErrors } = expectBody(answer);
      const symbols = (heldBack as readonly { readonly symbol: string }[]).map(({ symbol }) => symbol);
      expectSame(answer, "the symbols", symbols, symbols.toSorted());
      const all = [...symbols, ...(withoutPreviousClose as string[]), ...(suspectedFeedErrors as string[])];
      expectThat(answer, new Set(all).size === all.length, "each symbol once");
    },
  }),
];
