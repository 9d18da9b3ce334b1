import { type Claim, claimsOf } from "../../../claim.ts";
import { expectAscending, expectRefusal, expectSame, expectThat } from "../../../expect.ts";
import { deskAddress, expectTagged, readRows } from "../desk.ts";

const claim = claimsOf("operator.listNearest");
const address = `${deskAddress}/nearest`;

/** The claims of the list of who is called next. */
export const claims: readonly Claim[] = [
  claim({
    id: "nearest.first-is-nearest",
    title: "Positions come nearest first, and their pages hold each once.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const { answer, body, rows } = await readRows(ask, token, `${address}?limit=500`, "positions");
      const distances = rows.map(({ distance }) => Number(distance));
      expectAscending(answer, "the distances", distances);
      if (rows.length < 500) expectSame(answer, "total", body["total"], rows.length);
      const second = await readRows(ask, token, `${address}?limit=2&offset=1`, "positions");
      expectSame(second.answer, "the second page", second.rows, rows.slice(1, 3));
    },
  }),
  claim({
    id: "nearest.distance-leads-to-the-call-price",
    title:
      "The distance is the part of its price by which a position may move to its call price, on the side of a loss.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const { answer, rows } = await readRows(ask, token, `${address}?limit=50`, "positions");
      for (const { price, callPrice, quantity, distance, steps, symbol } of rows) {
        const movable = (Number(price) - Number(callPrice)) * Math.sign(Number(quantity));
        const expected = Math.max(0, movable) / Number(price);
        expectThat(
          answer,
          Math.abs(expected - Number(distance)) < 1e-6,
          `the distance of ${String(symbol)} close to ${expected}`,
        );
        expectThat(
          answer,
          (Number(steps) === 0) === movable <= 0,
          `steps of ${String(symbol)} where it has a distance`,
        );
      }
    },
  }),
  claim({
    id: "nearest.unchanged-page-is-304",
    title: "A page that has not changed is a 304 without a body.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      await expectTagged(ask, address, token);
    },
  }),
  claim({
    id: "nearest.parameters-are-checked",
    title: "A page that does not exist is a 400 that names what is wrong.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      expectRefusal(await ask("GET", `${address}?limit=0`, { token }), "limit");
      expectRefusal(await ask("GET", `${address}?offset=x`, { token }), "offset");
    },
  }),
];
