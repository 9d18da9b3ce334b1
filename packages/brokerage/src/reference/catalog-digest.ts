/** The digest of a catalog, which its audit names and verifying computes again. */
import type { CatalogEntry } from "../ports/index.ts";
import type { Services } from "../services.ts";

/** Collects the instruments of a catalog in any order. Only their digests are held. */
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

/** The digest of the catalog in force. */
export async function digestOfCatalog({
  store,
  hash,
  yieldToEventLoop,
}: Pick<Services, "store" | "hash" | "yieldToEventLoop">): Promise<string> {
  const digest = new CatalogDigest({ hash });
  let after: string | undefined;
  for (;;) {
    const part = await store.listInstruments({ after, limit: instrumentsInPart });
    await digest.add(part);
    if (part.length < instrumentsInPart) return digest.finish();
    after = part.at(-1)?.symbol;
    await yieldToEventLoop?.();
  }
}

/** Page size, small enough not to block other work. */
const instrumentsInPart = 1_000;
