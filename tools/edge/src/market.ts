import { createHash } from "node:crypto";
import { makeKey, publicKeysOf, signToken } from "@trading-oms/access";
import { type CatalogLine, importCatalog, type Services, setRates } from "@trading-oms/brokerage";

/** The services of another process on the same store. */
export function makeServices(store: Services["store"]): Services {
  return {
    store,
    now: () => Date.now(),
    makeId: () => crypto.randomUUID(),
    hash: async (text) => createHash("sha256").update(text).digest("hex"),
  };
}

/** Creates a signing key. Returns its public part for AUTH_JWKS, and a function that signs tokens. */
export async function makeSigner() {
  const now = () => Date.now();
  const key = await makeKey({ algorithm: "ES256", now });
  const order = { key, ttlMs: 3_600_000, issuer: "trading-oms", audience: "trading-oms", now };
  return {
    jwks: JSON.stringify(publicKeysOf({ keys: [key] })),
    tokenOf: (userId: string) => signToken({ ...order, userId }),
  };
}

type Instrument = Extract<CatalogLine, { readonly record: object }>["record"];

/** Lists FPT on HOSE and a VN30F contract, with the usual rates of their groups. */
export function loadMarket(services: Services): Promise<void> {
  const future: Instrument = {
    exchange: "DERIVATIVES",
    type: "future",
    symbol: "41I1GB000",
    name: "VN30F2611",
    companyName: "VN30 Index Futures 11/2026",
    referencePrice: 1_461_000n,
    lot: 1n,
    minQuantity: 1n,
    maxQuantity: 500n,
    underlyingSymbolCode: "VN30",
    expirationDate: "2026-11-19",
    contractSize: 100_000n,
  };
  return load(services, [stock("FPT", "Công ty Cổ phần FPT", 80_000_000n), future]);
}

/** Lists a number of companies with different names. */
export function loadLargeMarket(services: Services, count: number): Promise<void> {
  const companies = Array.from({ length: count }, (_, index): Instrument => {
    const symbol = symbolOf(index);
    const name = `Công ty Cổ phần ${symbol} số ${index}`;
    return { ...stock(symbol, name, 25_000_000n), sectorLevel1: "Công nghiệp" };
  });
  return load(services, companies);
}

/** A symbol of four letters, unique per index. */
export function symbolOf(index: number): string {
  const letters = [26 ** 3, 26 ** 2, 26, 1].map((weight) => Math.floor(index / weight) % 26);
  return String.fromCharCode(...letters.map((letter) => 65 + letter));
}

function stock(symbol: string, companyName: string, referencePrice: bigint): Instrument {
  const quantities = { lot: 100n, minQuantity: 100n, maxQuantity: 500_000n };
  return {
    exchange: "HOSE",
    type: "stock",
    symbol,
    name: symbol,
    companyName,
    referencePrice,
    ...quantities,
  };
}

/** Imports instruments into the catalog and sets the rates of their groups. */
async function load(services: Services, instruments: readonly Instrument[]): Promise<void> {
  const imported = await importCatalog(services, linesOf(instruments));
  if (imported.kind !== "done") throw new Error(JSON.stringify(imported));
  for (const [name, marginRatio, marginCallRate, forceCloseRate] of [
    ["STO", 500_000n, 400_000n, 300_000n],
    ["DVX", 50_000n, 30_000n, 20_000n],
  ] as const) {
    const rates = { marginRatio, marginCallRate, forceCloseRate };
    const set = await setRates(services, { level: "group", name, rates });
    if (set.code !== undefined) throw new Error(set.message);
  }
}

async function* linesOf(instruments: readonly Instrument[]): AsyncGenerator<CatalogLine> {
  for (const [index, record] of instruments.entries()) yield { line: index + 2, record };
}
