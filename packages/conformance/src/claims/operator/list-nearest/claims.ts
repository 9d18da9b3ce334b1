import { type Claim, claimsOf, refusing } from "../../../claim.ts";
import { expectAscending, expectSame, expectTagged, expectThat } from "../../../expect.ts";
import { rowsOf } from "../../../fields.ts";
import { deskAddress, readRows } from "../desk.ts";

const claim = claimsOf("operator.listNearest");

/** The claims of the list of who is called next. */
export const claims: readonly Claim[] = [
  claim("nearest.first-is-nearest", {
    title: "Positions come nearest first, and their pages hold each once.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const read = (query: string) => readRows(ask, token, `${deskAddress}/nearest?${query}`, "positions");
      const { answer, body, rows } = await read("limit=500");
      const distances = rows.map(({ distance }) => Number(distance));
      expectAscending(answer, "the distances", distances);
      if (rows.length < 500) expectSame(answer, "total", body["total"], rows.length);
      const second = await read("limit=2&offset=1");
      expectSame(second.answer, "the second page", second.rows, rows.slice(1, 3));
    },
  }),
  claim("nearest.distance-leads-to-the-call-price", {
    title:
      "The distance is the part of its price by which a position may move to its call price, on the side of a loss.",
    query: "limit=50",
    check: ({ positions }, answer) => {
      for (const { price, callPrice, quantity, distance, steps, symbol } of rowsOf(positions)) {
        const movable = (Number(price) - Number(callPrice)) * Math.sign(Number(quantity));
        const expected = Math.max(0, movable) / Number(price);
        const isClose = Math.abs(expected - Number(distance)) < 1e-6;
        expectThat(answer, isClose, `the distance of ${String(symbol)} close to ${expected}`);
        const areThere = (Number(steps) === 0) === movable <= 0;
        expectThat(answer, areThere, `steps of ${String(symbol)} where it has a distance`);
      }
    },
  }),
  claim("nearest.unchanged-page-is-304", {
    title: "A page that has not changed is a 304 without a body.",
    also: expectTagged,
  }),
  claim("nearest.parameters-are-checked", {
    title: "A page that does not exist is a 400 that names what is wrong.",
    rows: refusing("limit=0", "offset=x"),
  }),
];
