import { createPublicKey, randomUUID, type webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseKeys } from "@trading-oms/access";
import { openCatalog, type ReferenceBook, type Services } from "@trading-oms/brokerage";
import { createSimulatedExchange, type MarketMessage } from "@trading-oms/market";
import { cacheEntries, type WriteEntry } from "@trading-oms/server/search-entries";
import { openSqliteStore } from "@trading-oms/store";

/** The results of a search: entries as prebuilt JSON, best match first. */
export type FoundEntries = {
  readonly entries: readonly ReturnType<WriteEntry>[];
  readonly quotedAtMs: number | undefined;
};

/** What every peer uses: the same domain, store and keys. */
export type Work = {
  readonly book: ReferenceBook;
  readonly search: (term: string) => FoundEntries;
  readonly store: Services["store"];
  readonly makeId: () => string;
  /** The public key of the tokens, in PEM. */
  readonly publicKey: string;
};

/** Opens the demonstration data with the quotes of one morning. */
export async function openWork(folder: string): Promise<Work> {
  const keys = await parseKeys(await readFile(join(folder, "keys.json"), "utf8"));
  if (keys.kind === "faulty") throw new Error(keys.issues.join("\n"));
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
  const { book, board } = await openCatalog({ store, now: () => Date.now() });
  board.followAtOnce();
  for (const message of playMorning(book)) board.apply(message);
  board.takeChangedSymbols();
  const writeEntry = cacheEntries();
  const key = createPublicKey({ key: keys.jwks.keys[0] as webcrypto.JsonWebKey, format: "jwk" });
  return {
    book,
    store,
    search: (term) => {
      const { found, quotedAtMs } = board.search(term);
      return { entries: found.map(writeEntry), quotedAtMs };
    },
    makeId: () => randomUUID().replaceAll("-", ""),
    publicKey: key.export({ type: "spki", format: "pem" }) as string,
  };
}

const startMs = Date.parse("2026-11-20T08:45:00+07:00");
const endMs = Date.parse("2026-11-20T09:45:00+07:00");

/** Simulates the start of a morning for every instrument of a catalog; deterministic, takes about a second. */
export function playMorning(book: ReferenceBook): MarketMessage[] {
  const instruments = [...book.listEntries().keys()].flatMap((symbol) => book.findInstrument(symbol) ?? []);
  const exchange = createSimulatedExchange({
    seed: 7,
    startMs,
    instruments,
    holidays: new Set(),
    isAlwaysTrading: false,
    // Enough levels to give an entry the 1.9 kB of a busy share.
    levelsMax: 10,
    eventsPerHour: () => 300,
  });
  const messages: MarketMessage[] = [];
  while (exchange.reachedMs() < endMs) messages.push(...exchange.advanceTo(endMs));
  return messages;
}
