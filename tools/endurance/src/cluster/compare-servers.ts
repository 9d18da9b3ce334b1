import type { Slot } from "./open-slot.ts";

/** Says where servers do not show the same of a symbol, or nothing of it. */
export async function compareServers(
  slots: readonly Pick<Slot, "port">[],
  symbols: readonly string[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const symbol of symbols) {
    const shown = await Promise.all(slots.map(({ port }) => readEntry(port, symbol)));
    if (new Set(shown).size > 1) faults.push(`servers show of ${symbol}: ${shown.join(" and ")}`);
    else if (!shown[0]?.includes('"info":{')) faults.push(`no server shows a price of ${symbol}`);
  }
  return faults;
}

async function readEntry(port: number, symbol: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/MarketData/GetSymbolSearch/${symbol}`);
  const { data } = (await answer.json()) as { readonly data: readonly { readonly symbol: string }[] };
  return JSON.stringify(data.find((entry) => entry.symbol === symbol));
}
