import { type Claim, claimsOf } from "../../../claim.ts";
import { expectRefusal, expectSame, expectThat } from "../../../expect.ts";
import { instrumentsAddress, listInstruments } from "../instruments.ts";

const claim = claimsOf("operator.listInstruments");

/** The claims of the list of instruments. */
export const claims: readonly Claim[] = [
  claim({
    id: "listinstruments.finds-a-symbol",
    title: "A symbol as the term is found first, with its prices inside each other and a source.",
    needs: ["viewer", "symbol"],
    prove: async (ask, { viewer: { token }, symbol }) => {
      const { answer, instruments } = await listInstruments(ask, token, `query=${symbol}`);
      const [first = {}] = instruments;
      expectSame(answer, "the first symbol", first["symbol"], symbol);
      const { floorPrice, referencePrice, ceilingPrice, price, source } = first;
      const isInOrder =
        Number(floorPrice) <= Number(referencePrice) && Number(referencePrice) <= Number(ceilingPrice);
      expectThat(answer, isInOrder, "floor, reference and ceiling in this order");
      expectSame(answer, "whether there is no last price", price === null, source === "reference");
    },
  }),
  claim({
    id: "listinstruments.first-ones-by-symbol",
    title: "Without a term the first instruments come by symbol, as many as asked for at most.",
    // A symbol that is listed makes a list with at least one.
    needs: ["viewer", "symbol"],
    prove: async (ask, { viewer: { token } }) => {
      const { answer, instruments } = await listInstruments(ask, token, "limit=3");
      const symbols = instruments.map(({ symbol }) => String(symbol));
      expectSame(answer, "the symbols", symbols, symbols.toSorted());
      expectThat(answer, symbols.length >= 1 && symbols.length <= 3, "one to three symbols");
      const one = await listInstruments(ask, token, "limit=1");
      expectSame(one.answer, "the first symbol", one.instruments[0]?.["symbol"], symbols[0]);
    },
  }),
  claim({
    id: "listinstruments.query-is-checked",
    title: "An empty term and a limit that is none are a 400 that names it.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      for (const [query, field] of [
        ["query=", "query"],
        [`query=${"x".repeat(101)}`, "query"],
        ["limit=0", "limit"],
        ["limit=501", "limit"],
      ] as const) {
        expectRefusal(await ask("GET", `${instrumentsAddress}?${query}`, { token }), field);
      }
    },
  }),
];
