import { type Claim, claimsOf } from "../../../claim.ts";
import { expectThat } from "../../../expect.ts";
import { rowsOf } from "../../../fields.ts";
import { absentAccountId } from "../addresses.ts";

const claim = claimsOf("companion.explainPosition", {
  at: { accountId: "{position.accountId}", symbol: "{position.symbol}" },
});

/** The claims of the explanation of a position. */
export const claims: readonly Claim[] = [
  claim("explanation.formulas-name-their-inputs", {
    title: "Each formula names its inputs, and one that is a figure above has its value.",
    check: ({ figures }, answer) => {
      const explained = rowsOf(figures);
      expectThat(answer, explained.length > 0, "figures");
      const known = new Map<unknown, unknown>();
      for (const { name, value, formula, inputs } of explained) {
        for (const input of rowsOf(inputs)) {
          const inputName = String(input["name"]);
          expectThat(
            answer,
            String(formula).includes(inputName),
            `${inputName} in the formula of ${String(name)}`,
          );
          const above = known.get(input["name"]);
          const isSame = above === undefined || above === input["value"];
          expectThat(answer, isSame, `one value of ${inputName}`);
        }
        known.set(name, value);
      }
    },
  }),
  claim("explanation.unknown-position-is-404", {
    title: "A position that is not held is a 404.",
    at: { accountId: "{position.accountId}", symbol: "ZZQQXX" },
    notFound: true,
  }),
  claim("explanation.foreign-account-like-absent-one", {
    title: "A position of another user is answered like one that does not exist.",
    notFound: true,
    sameAs: 0,
    rows: [absentAccountId, "{otherPosition.accountId}"].map((accountId) => ({
      at: { accountId, symbol: "{otherPosition.symbol}" },
    })),
  }),
];
