import type { Ask } from "../../../ask.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectNotFound, expectRefusal, expectSame, expectThat } from "../../../expect.ts";
import { auditedValueOf, change, expectChanged, readEntries } from "../desk.ts";
import { instrumentsAddress, listInstruments } from "../instruments.ts";

const claim = claimsOf("operator.setPrice");

/** The claims of prices that operators set. They set the price that is the last one, so that nothing is called by them. */
export const claims: readonly Claim[] = [
  claim({
    id: "setprice.leaves-who-and-why",
    title: "A price by hand is the last one, and its entry says who set it, why, and both prices.",
    needs: ["operator", "symbol", "makeKey"],
    prove: async (ask, { operator: { token }, symbol, makeKey }) => {
      const key = makeKey();
      const price = await readPrice(ask, token, symbol);
      const json = { price, confirm: true, reason: `Notice ${key}` };
      const answer = await change(ask, "PATCH", priceAddress(symbol), { token, json, key });
      expectSame(answer, "price", expectChanged(answer)["price"], price);
      const repeated = await change(ask, "PATCH", priceAddress(symbol), { token, json, key });
      expectSame(repeated, "the body", repeated.text, answer.text);
      const read = await readEntries(ask, token, "prices", "limit=5");
      const entries = read.entries.filter(({ reason }) => reason === json.reason);
      expectSame(read.answer, "entries", entries.length, 1);
      expectSame(read.answer, "symbol", entries[0]?.["symbol"], symbol);
      expectSame(read.answer, "the price after", auditedValueOf(entries[0], "markPrice")["after"], price);
    },
  }),
  claim({
    id: "setprice.unusual-needs-to-be-confirmed",
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
  claim({
    id: "setprice.members-are-checked",
    title: "A price without a reason, of nothing or with four decimals is a 400 that names the member.",
    needs: ["operator", "symbol"],
    prove: async (ask, { operator: { token }, symbol }) => {
      for (const [json, field] of [
        [{ price: 1 }, "reason"],
        [{ price: 0, reason: "x" }, "price"],
        [{ price: 10_000.0001, reason: "x" }, "price"],
        [{ price: "80.000", reason: "x" }, "price"],
        [{ price: 10_000, reason: "x", confirm: "yes" }, "confirm"],
      ] as const) {
        expectRefusal(await change(ask, "PATCH", priceAddress(symbol), { token, json }), field);
      }
    },
  }),
  claim({
    id: "setprice.unlisted-is-404",
    title: "A price of a symbol that is not listed is a 404.",
    needs: ["operator"],
    prove: async (ask, { operator: { token } }) => {
      const json = { price: 10_000, reason: "x" };
      expectNotFound(await change(ask, "PATCH", priceAddress("ZZQQXX"), { token, json }));
    },
  }),
];

function priceAddress(symbol: string): string {
  return `${instrumentsAddress}/${symbol}/price`;
}

/** The last price of a symbol, else its reference price. */
async function readPrice(ask: Ask, token: string, symbol: string): Promise<number> {
  const { instruments } = await listInstruments(ask, token, `query=${symbol}`);
  const found = instruments.find((each) => each["symbol"] === symbol);
  return Number(found?.["price"] ?? found?.["referencePrice"]);
}
