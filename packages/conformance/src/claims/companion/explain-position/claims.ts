import { rowsOf } from "../../../check-answer.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectNotFound, expectOk, expectThat } from "../../../expect.ts";
import { absentAccountId, expectAlikeNotFound, positionAddress } from "../addresses.ts";

const claim = claimsOf("companion.explainPosition");

/** The claims of the explanation of a position. */
export const claims: readonly Claim[] = [
  claim({
    id: "explanation.formulas-name-their-inputs",
    title: "Each formula names its inputs, and one that is a figure above has its value.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      const answer = await ask("GET", positionAddress(position, "explanation"), { token });
      const { figures } = expectOk(answer);
      const explained = rowsOf(figures);
      expectThat(answer, explained.length > 0, "figures");
      const known = new Map<unknown, unknown>();
      for (const { name, value, formula, inputs } of explained) {
        for (const input of rowsOf(inputs)) {
          const isNamed = String(formula).includes(String(input["name"]));
          expectThat(answer, isNamed, `${String(input["name"])} in the formula of ${String(name)}`);
          const above = known.get(input["name"]);
          expectThat(
            answer,
            above === undefined || above === input["value"],
            `one value of ${String(input["name"])}`,
          );
        }
        known.set(name, value);
      }
    },
  }),
  claim({
    id: "explanation.unknown-position-is-404",
    title: "A position that is not held is a 404.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position: { accountId } }) =>
      expectNotFound(
        await ask("GET", positionAddress({ accountId, symbol: "ZZQQXX" }, "explanation"), { token }),
      ),
  }),
  claim({
    id: "explanation.foreign-account-like-absent-one",
    title: "A position of another user is answered like one that does not exist.",
    needs: ["user", "otherPosition"],
    prove: async (ask, { user: { token }, otherPosition }) => {
      const { symbol } = otherPosition;
      const absent = { accountId: absentAccountId, symbol };
      expectAlikeNotFound(
        await ask("GET", positionAddress(otherPosition, "explanation"), { token }),
        await ask("GET", positionAddress(absent, "explanation"), { token }),
      );
    },
  }),
];
