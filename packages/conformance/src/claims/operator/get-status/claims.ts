import { type Claim, claimsOf } from "../../../claim.ts";
import { expectOk, expectSame, expectTagged } from "../../../expect.ts";
import { fieldsOf, rowsOf } from "../../../fields.ts";
import { deskAddress, readRows } from "../desk.ts";

const claim = claimsOf("operator.getStatus");

/** The claims of the status. */
export const claims: readonly Claim[] = [
  claim("status.figures-are-those-of-the-calls", {
    title: "The open calls, what they need and when they are due are those of the list of calls.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const answer = await ask("GET", `${deskAddress}/status`, { token });
      const figures = fieldsOf(expectOk(answer)["figures"]);
      const { body } = await readRows(ask, token, `${deskAddress}/calls?limit=1`, "calls");
      const counts = fieldsOf(body["counts"]);
      expectSame(answer, "openCalls", figures["openCalls"], counts["all"]);
      for (const name of ["dueToday", "overdue"]) expectSame(answer, name, figures[name], counts[name]);
      for (const name of ["outstanding", "needed"]) expectSame(answer, name, figures[name], body[name]);
    },
  }),
  claim("status.shards-are-watched-once", {
    title: "The shards of the watchers and those that nobody watches are 64.",
    check: ({ watchers, unwatchedShards }, answer) => {
      const watched = rowsOf(watchers).reduce((sum, { shards }) => sum + Number(shards), 0);
      expectSame(answer, "shards", watched + Number(unwatchedShards), 64);
    },
  }),
  claim("status.unchanged-is-304", {
    title: "A status that has not changed is a 304 without a body.",
    also: expectTagged,
  }),
];
