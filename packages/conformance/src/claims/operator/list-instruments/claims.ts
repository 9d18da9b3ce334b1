import { type Claim, claimsOf, refusing } from "../../../claim.ts";
import { expectSame, expectThat } from "../../../expect.ts";
import { rowsOf } from "../../../fields.ts";
import { instrumentsAddress, readRows } from "../desk.ts";

const claim = claimsOf("operator.listInstruments");

/** The claims of the list of instruments. */
export const claims: readonly Claim[] = [
  claim("listinstruments.finds-a-symbol", {
    title: "A symbol as the term is found first, with its prices inside each other and a source.",
    query: "query={symbol}",
    needs: ["symbol"],
    check: ({ instruments }, answer, { symbol }) => {
      const [first = {}] = rowsOf(instruments);
      expectSame(answer, "the first symbol", first["symbol"], symbol);
      const { floorPrice, referencePrice, ceilingPrice, price, source } = first;
      const isInOrder =
        Number(floorPrice) <= Number(referencePrice) && Number(referencePrice) <= Number(ceilingPrice);
      expectThat(answer, isInOrder, "floor, reference and ceiling in this order");
      expectSame(answer, "whether there is no last price", price === null, source === "reference");
    },
  }),
  claim("listinstruments.first-ones-by-symbol", {
    title: "Without a term the first instruments come by symbol, as many as asked for at most.",
    // A symbol that is listed makes a list with at least one.
    needs: ["viewer", "symbol"],
    prove: async (ask, { viewer: { token } }) => {
      const read = (query: string) => readRows(ask, token, `${instrumentsAddress}?${query}`, "instruments");
      const { answer, rows } = await read("limit=3");
      const symbols = rows.map(({ symbol }) => String(symbol));
      expectSame(answer, "the symbols", symbols, symbols.toSorted());
      expectThat(answer, symbols.length >= 1 && symbols.length <= 3, "one to three symbols");
      const one = await read("limit=1");
      expectSame(one.answer, "the first symbol", one.rows[0]?.["symbol"], symbols[0]);
    },
  }),
  claim("listinstruments.query-is-checked", {
    title: "An empty term and a limit that is none are a 400 that names it.",
    rows: refusing("query=", `query=${"x".repeat(101)}`, "limit=0", "limit=501"),
  }),
];
