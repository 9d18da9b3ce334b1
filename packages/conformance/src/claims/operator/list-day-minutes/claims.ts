import { type Claim, claimsOf } from "../../../claim.ts";
import { expectAscending, expectSame, expectThat } from "../../../expect.ts";
import { deskAddress, expectTagged, readRows } from "../desk.ts";

const claim = claimsOf("operator.listDayMinutes");
const address = `${deskAddress}/minutes`;

/** The claims of the figures by minutes. */
export const claims: readonly Claim[] = [
  claim({
    id: "minutes.in-order-each-once",
    title: "Minutes are in order, each once, and begin at full minutes; `nextCursor` is the last one.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const { answer, body, rows } = await readRows(ask, token, address, "minutes");
      const times = rows.map(({ time }) => Number(time));
      expectAscending(answer, "the minutes", times, true);
      expectThat(
        answer,
        times.every((time) => time % 60_000 === 0),
        "times at which minutes begin",
      );
      expectSame(answer, "nextCursor", body["nextCursor"], times.at(-1));
    },
  }),
  claim({
    id: "minutes.cursor-begins-with-the-present",
    title: "From `nextCursor` on there are the minute that was the last, and later ones.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const all = await readRows(ask, token, address, "minutes");
      const cursor = Number(all.body["nextCursor"]);
      const { answer, rows } = await readRows(ask, token, `${address}?cursor=${cursor}`, "minutes");
      expectSame(answer, "the first minute", rows[0]?.["time"], cursor);
      expectThat(answer, rows.length <= 2, "the last minutes alone");
    },
  }),
  claim({
    id: "minutes.unchanged-is-304",
    title: "Minutes that have not changed are a 304 without a body.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      await expectTagged(ask, address, token);
    },
  }),
];
