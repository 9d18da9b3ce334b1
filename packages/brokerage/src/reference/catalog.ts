import type { Instrument } from "@trading-oms/market";
import { exactJson } from "../exact-json.ts";
import type { CatalogEntry } from "../ports/index.ts";
import type { Services } from "../services.ts";

/** The instrument listed under a symbol. */
export async function findInstrument(
  { store }: Pick<Services, "store">,
  symbol: string,
): Promise<Instrument | undefined> {
  const entry = await store.findInstrument(symbol);
  return entry && readInstrument(entry);
}

export function readInstrument({ details }: CatalogEntry): Instrument {
  return exactJson.read(details) as Instrument;
}

/** Small enough not to block other work. */
const instrumentsInPart = 1_000;

/** Reads the catalog in force, part by part. */
export async function* readCatalog({
  store,
  yieldToEventLoop,
}: Pick<Services, "store" | "yieldToEventLoop">): AsyncGenerator<readonly CatalogEntry[]> {
  let after: string | undefined;
  for (;;) {
    const part = await store.listInstruments({ after, limit: instrumentsInPart });
    yield part;
    if (part.length < instrumentsInPart) return;
    after = part.at(-1)?.symbol;
    await yieldToEventLoop?.();
  }
}

/**
 * The digest of a catalog, which its audit names and verifying computes again. It takes the instruments in any order, and holds only
 * their digests.
 */
export class CatalogDigest {
  readonly #hash: Services["hash"];
  readonly #lines: string[] = [];

  constructor({ hash }: Pick<Services, "hash">) {
    this.#hash = hash;
  }

  async add(entries: readonly CatalogEntry[]): Promise<void> {
    for (const { symbol, details } of entries) this.#lines.push(`${symbol} ${await this.#hash(details)}`);
  }

  /** SHA-256 of the sorted lines, each a symbol and the SHA-256 of its JSON. */
  finish(): Promise<string> {
    return this.#hash(this.#lines.sort().join("\n"));
  }
}

export async function digestOfCatalog(
  services: Pick<Services, "store" | "hash" | "yieldToEventLoop">,
): Promise<string> {
  const digest = new CatalogDigest(services);
  for await (const part of readCatalog(services)) await digest.add(part);
  return digest.finish();
}
