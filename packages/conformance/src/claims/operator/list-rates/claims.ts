import { type Claim, claimsOf, refusing } from "../../../claim.ts";
import { expectSame, expectThat } from "../../../expect.ts";
import { readRows } from "../desk.ts";
import { keepingRates, ratesAddress, setRates, someRates } from "../rates.ts";

const claim = claimsOf("operator.listRates");

/** The claims of the list of rates. */
export const claims: readonly Claim[] = [
  claim("listrates.pages-meet", {
    title: "Pages of one row are the rows of the whole list, and each has the total.",
    needs: ["viewer", "operator", "symbol"],
    prove: async (ask, { viewer: { token }, operator, symbol }) => {
      const read = (query: string) => readRows(ask, token, `${ratesAddress}?${query}`, "rates");
      await keepingRates(ask, operator.token, symbol, async () => {
        await setRates(ask, operator.token, symbol, someRates);
        const { answer, body, rows } = await read("limit=500");
        expectThat(answer, rows.length > 0, "the rates that were set");
        for (const [offset, row] of rows.slice(0, 3).entries()) {
          const page = await read(`limit=1&offset=${offset}`);
          expectSame(page.answer, "the row", page.rows, [row]);
          expectSame(page.answer, "total", page.body["total"], body["total"]);
        }
        for (const level of ["symbol", "group"]) {
          const ofLevel = await read(`limit=500&level=${level}`);
          const expected = rows.filter((row) => row["level"] === level);
          expectSame(answer, `those of a ${level}`, ofLevel.rows, expected);
        }
      });
    },
  }),
  claim("listrates.in-force-first", {
    title: "Of the rates that could hold for a symbol, the first are its own, which are in force.",
    needs: ["viewer", "operator", "symbol"],
    prove: async (ask, { viewer: { token }, operator, symbol }) => {
      await keepingRates(ask, operator.token, symbol, async () => {
        await setRates(ask, operator.token, symbol, someRates);
        const { answer, rows } = await readRows(ask, token, `${ratesAddress}?symbol=${symbol}`, "rates");
        expectSame(answer, "the first ones", [rows[0]?.["level"], rows[0]?.["name"]], ["symbol", symbol]);
        const others = rows.slice(1).map((row) => row["level"]);
        expectThat(answer, !others.includes("symbol"), "no rates of another symbol");
      });
    },
  }),
  claim("listrates.query-is-checked", {
    title: "A limit, an offset or a level that is none is a 400 that names it.",
    rows: refusing("limit=0", "limit=501", "offset=-1", "level=all", "name="),
  }),
];
