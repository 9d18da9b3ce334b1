import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The built command line, by its path: its package depends on this one. */
export const omsProgram: string = fileURLToPath(new URL("../../../apps/oms/dist/oms.js", import.meta.url));

/** Runs a command of the built command line and returns its output. */
export async function runOms(
  settings: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<string> {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [omsProgram, ...words], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
    maxBuffer: 64 * 1_024 * 1_024,
  });
  return stdout;
}

/** Signs a token for each user with the command line, valid for an hour by default. */
export async function signTokens(
  settings: Readonly<Record<string, string>>,
  userIds: Iterable<string>,
  lifetime = "1h",
): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map<string, string>();
  for (const userId of new Set(userIds))
    tokens.set(userId, (await runOms(settings, "token", "--user", userId, "--ttl", lifetime)).trim());
  return tokens;
}

const columns =
  "symbol,exchange,type,name,companyName,sectorLevel1,referencePrice,lot,minQuantity,maxQuantity";

/** Writes a catalog of stocks as CSV. */
export async function writeCatalog(path: string, symbols: readonly string[]): Promise<void> {
  const rows = symbols.map(
    (symbol, index) =>
      `${symbol},HOSE,stock,${symbol},Công ty Cổ phần số ${index},Công nghiệp,25000,100,100,500000`,
  );
  await writeFile(path, `${[columns, ...rows].join("\n")}\n`);
}

const savedAtMs = 1_763_432_000_000;
const total = { quantity: 300, turnover: "7500000000", tradeCount: 3 };
const price = "25000000";
const levels = Array.from({ length: 10 }, () => ({ price, quantity: 100 }));

const ofDay = { date: "2026-11-18", referencePrice: price, isHalted: false };
const day = JSON.stringify(ofDay);

/** The saved state of a symbol after a day of trading. */
const snapshot = JSON.stringify({
  ...ofDay,
  session: "continuous",
  ...{ lastPrice: price, lastQuantity: 100, openPrice: price, highPrice: price, lowPrice: price },
  ...{ total, bought: total, sold: total },
  depth: { seq: 9, atMs: savedAtMs, bids: levels, asks: levels },
  news: [],
  quotedSeq: 8,
  quotedAtMs: savedAtMs,
});

/** A quote of a symbol, as a server saves it in its store. */
export function savedQuote(symbol: string) {
  return { symbol, atMs: savedAtMs, seq: 9, day, snapshot };
}
