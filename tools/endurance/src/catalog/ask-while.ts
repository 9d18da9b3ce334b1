import { setTimeout as wait } from "node:timers/promises";

/** How a server answered while something was done beside it, until it found what is new. */
export type Asked = {
  readonly importMs: number;
  /** From the end of the import. */
  readonly foundMs: number;
  readonly count: number;
  readonly slowestMs: number;
  readonly faults: readonly string[];
};

const pauseMs = 50;

/** Searches for a symbol again and again, and asks whether the server is ready, until an import is over and it is found. */
export async function askWhile(
  port: number,
  symbol: string,
  foundMsMax: number,
  doImport: () => Promise<unknown>,
): Promise<Asked> {
  const origin = `http://127.0.0.1:${port}`;
  const began = performance.now();
  let endMs: number | undefined;
  const faults: string[] = [];
  const importing = doImport().then(
    () => {
      endMs = performance.now();
    },
    (failure: unknown) => {
      endMs = performance.now();
      faults.push(`The import failed: ${failure instanceof Error ? failure.message : failure}`);
    },
  );
  let count = 0;
  let slowestMs = 0;
  for (; faults.length === 0; count += 1) {
    const askedMs = performance.now();
    const found = await search(origin, symbol, faults);
    slowestMs = Math.max(slowestMs, performance.now() - askedMs);
    await askReadiness(origin, faults);
    // What it finds before the import has ended would be of a catalog that is not in force.
    if (found && endMs === undefined) await importing;
    if (found) break;
    if (endMs !== undefined && performance.now() - endMs > foundMsMax) faults.push(`${symbol} is not found.`);
    await wait(pauseMs);
  }
  await importing;
  const over = endMs ?? performance.now();
  return {
    importMs: over - began,
    foundMs: Math.max(0, performance.now() - over),
    count,
    slowestMs,
    faults,
  };
}

async function search(origin: string, symbol: string, faults: string[]): Promise<boolean> {
  const answer = await fetch(`${origin}/api/v1/MarketData/GetSymbolSearch/${symbol}`);
  if (answer.status !== 200) faults.push(`A search was answered with ${answer.status}.`);
  const { data } = (await answer.json()) as { readonly data?: readonly { readonly symbol?: string }[] };
  return data?.[0]?.symbol === symbol;
}

async function askReadiness(origin: string, faults: string[]): Promise<void> {
  const { status } = await fetch(`${origin}/readyz`);
  if (status !== 200) faults.push(`Asked whether it is ready, the server answered ${status}.`);
}
