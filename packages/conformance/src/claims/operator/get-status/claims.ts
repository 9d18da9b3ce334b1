import { fieldsOf } from "../../../check-answer.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectOk, expectSame } from "../../../expect.ts";
import { deskAddress, expectTagged, readRows } from "../desk.ts";

const claim = claimsOf("operator.getStatus");
const address = `${deskAddress}/status`;

/** The claims of the status. */
export const claims: readonly Claim[] = [
  claim({
    id: "status.figures-are-those-of-the-calls",
    title: "The open calls, what they need and when they are due are those of the list of calls.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const answer = await ask("GET", address, { token });
      const figures = fieldsOf(expectOk(answer)["figures"]);
      const { body } = await readRows(ask, token, `${deskAddress}/calls?limit=1`, "calls");
      const counts = fieldsOf(body["counts"]);
      expectSame(answer, "openCalls", figures["openCalls"], counts["all"]);
      for (const name of ["dueToday", "overdue"]) expectSame(answer, name, figures[name], counts[name]);
      for (const name of ["outstanding", "needed"]) expectSame(answer, name, figures[name], body[name]);
    },
  }),
  claim({
    id: "status.shards-are-watched-once",
    title: "The shards of the watchers and those that nobody watches are 64.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const { answer, body, rows } = await readRows(ask, token, address, "watchers");
      const watched = rows.reduce((sum, { shards }) => sum + Number(shards), 0);
      expectSame(answer, "shards", watched + Number(body["unwatchedShards"]), 64);
    },
  }),
  claim({
    id: "status.unchanged-is-304",
    title: "A status that has not changed is a 304 without a body.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      await expectTagged(ask, address, token);
    },
  }),
];
