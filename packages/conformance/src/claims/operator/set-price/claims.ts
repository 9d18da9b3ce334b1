import type { Ask } from "../../../ask.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectSame, expectThat } from "../../../expect.ts";
import {
  auditedValueOf,
  change,
  changeTwice,
  expectChanged,
  instrumentsAddress,
  readEntered,
  readRows,
} from "../desk.ts";

const claim = claimsOf("operator.setPrice");

/** The claims of prices that operators set. They set the price that is the last one, so that nothing is called by them. */
export const claims: readonly Claim[] = [
  claim("setprice.leaves-who-and-why", {
    title: "A price by hand is the last one, and its entry says who set it, why, and both prices.",
    needs: ["operator", "symbol", "makeKey"],
    prove: async (ask, { operator: { token }, symbol, makeKey }) => {
      const key = makeKey();
      const price = await readPrice(ask, token, symbol);
      const json = { price, confirm: true, reason: `Notice ${key}` };
      const changed = await changeTwice(ask, "PATCH", priceAddress(symbol), { token, json, key });
      expectSame(changed, "price", expectChanged(changed)["price"], price);
      const { answer, entry } = await readEntered(ask, token, ["prices", "limit=5"], json.reason);
      expectSame(answer, "symbol", entry["symbol"], symbol);
      expectSame(answer, "the price after", auditedValueOf(entry, "markPrice")["after"], price);
    },
  }),
  claim("setprice.unusual-needs-to-be-confirmed", {
    title: "A price far below the floor is refused with a code and figures, and changes nothing.",
    needs: ["operator", "symbol"],
    prove: async (ask, { operator: { token }, symbol }) => {
      const price = await readPrice(ask, token, symbol);
      // A tenth of a price on a step of 100 is on a step of 10.
      const json = { price: Math.round(price / 1_000) * 100, reason: "a claim" };
      const answer = await change(ask, "PATCH", priceAddress(symbol), { token, json });
      const { message, price: left, before } = expectChanged(answer, "price_unusual");
      expectThat(answer, /\d/.test(String(message)), "a message with figures");
      expectSame(answer, "price", left, before);
    },
  }),
  claim("setprice.members-are-checked", {
    title: "A price without a reason, of nothing or with four decimals is a 400 that names the member.",
    rows: [
      { json: { price: 1 }, refused: "reason" },
      { json: { price: 0, reason: "x" }, refused: "price" },
      { json: { price: 10_000.0001, reason: "x" }, refused: "price" },
      { json: { price: "80.000", reason: "x" }, refused: "price" },
      { json: { price: 10_000, reason: "x", confirm: "yes" }, refused: "confirm" },
    ],
  }),
  claim("setprice.unlisted-is-404", {
    title: "A price of a symbol that is not listed is a 404.",
    at: { symbol: "ZZQQXX" },
    json: { price: 10_000, reason: "x" },
    notFound: true,
  }),
];

function priceAddress(symbol: string): string {
  return `${instrumentsAddress}/${symbol}/price`;
}

/** The last price of a symbol, else its reference price. */
async function readPrice(ask: Ask, token: string, symbol: string): Promise<number> {
  const path = `${instrumentsAddress}?query=${symbol}`;
  const { rows } = await readRows(ask, token, path, "instruments");
  const found = rows.find((each) => each["symbol"] === symbol);
  return Number(found?.["price"] ?? found?.["referencePrice"]);
}
