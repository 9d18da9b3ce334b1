import { type Claim, claimsOf } from "../../../claim.ts";
import { expectFullMinutes, expectSame, expectTagged, expectThat } from "../../../expect.ts";
import { rowsOf } from "../../../fields.ts";
import { deskAddress, readRows } from "../desk.ts";

const claim = claimsOf("operator.listDayMinutes");

/** The claims of the figures by minutes. */
export const claims: readonly Claim[] = [
  claim("minutes.in-order-each-once", {
    title: "Minutes are in order, each once, and begin at full minutes; `nextCursor` is the last one.",
    check: ({ minutes, nextCursor }, answer) => {
      const times = expectFullMinutes(answer, rowsOf(minutes));
      expectSame(answer, "nextCursor", nextCursor, times.at(-1));
    },
  }),
  claim("minutes.cursor-begins-with-the-present", {
    title: "From `nextCursor` on there are the minute that was the last, and later ones.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const address = `${deskAddress}/minutes`;
      const { body } = await readRows(ask, token, address, "minutes");
      const cursor = Number(body["nextCursor"]);
      const { answer, rows } = await readRows(ask, token, `${address}?cursor=${cursor}`, "minutes");
      expectSame(answer, "the first minute", rows[0]?.["time"], cursor);
      expectThat(answer, rows.length <= 2, "the last minutes alone");
    },
  }),
  claim("minutes.unchanged-is-304", {
    title: "Minutes that have not changed are a 304 without a body.",
    also: expectTagged,
  }),
];
