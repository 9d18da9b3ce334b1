import { create, insertMultiple, search } from "@orama/orama";
import { typePlainly } from "./make-search-queries.ts";
import type { BuiltSearch, Searched } from "./search-contender.ts";

/** Orama with one typing error, symbols before names. */
export async function buildOrama(instruments: readonly Searched[]): Promise<BuiltSearch> {
  const index = create({ schema: { symbol: "string", tickerCode: "string", plainName: "string" } });
  const rows = instruments.map(({ symbol, tickerCode, plainName }) => ({ symbol, tickerCode, plainName }));
  await insertMultiple(index, rows, 5_000);
  return {
    search: async (term) => {
      const boost = { symbol: 4, tickerCode: 2 };
      const { hits } = await search(index, { term: typePlainly(term), tolerance: 1, limit: 50, boost });
      return hits.map(({ document }) => document.symbol);
    },
  };
}
