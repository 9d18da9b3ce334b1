import type { QuoteBoard } from "@trading-oms/market";
import { keepEntries } from "@trading-oms/server/search-entries";

const atOnce = 8;
/** As many tell that a server is not there yet. */
const differentMax = 5;

/** Names symbols of which a server shows something else than a board does, a few of them where there are many. */
export async function compareBoards(
  port: number,
  board: Pick<QuoteBoard, "quotedOf">,
  symbols: Iterable<string>,
): Promise<string[]> {
  const different: string[] = [];
  const write = keepEntries();
  const waiting = [...symbols];
  const ask = async (): Promise<void> => {
    for (let symbol = waiting.pop(); symbol !== undefined; symbol = waiting.pop()) {
      if (different.length >= differentMax) return;
      const shown = await readEntry(port, symbol);
      const quoted = board.quotedOf(symbol);
      const expected = JSON.parse(new TextDecoder().decode(quoted && write(quoted)));
      if (shown !== JSON.stringify(expected)) different.push(symbol);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return different;
}

async function readEntry(port: number, symbol: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/MarketData/GetSymbolSearch/${symbol}`);
  const { data } = (await answer.json()) as { readonly data: readonly { readonly symbol: string }[] };
  return JSON.stringify(data.find((entry) => entry.symbol === symbol));
}
