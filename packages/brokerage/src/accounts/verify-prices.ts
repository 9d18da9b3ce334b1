/** Compares the chain of prices with the prices by hand in force. */
import type { Services } from "../services.ts";
import type { AuditEntry } from "./audit.ts";
import type { AuditedState } from "./audited-state.ts";

type SetPrice = { readonly price: bigint; readonly atMs: number };

/** The prices by hand that a chain leaves. A later price of a feed replaces one, which no entry tells. */
export class AuditedPrices implements AuditedState {
  readonly #services: Pick<Services, "store" | "yieldToEventLoop">;
  readonly #prices = new Map<string, SetPrice>();

  constructor(services: Pick<Services, "store" | "yieldToEventLoop">) {
    this.#services = services;
  }

  apply(entry: AuditEntry): string | undefined {
    if (entry.kind !== "price") return "The entry is not about a price.";
    const { symbol, markPrice, rows } = entry.after;
    if (rows !== undefined) {
      for (const row of rows.split("\n")) {
        const [name = "", price = ""] = row.split(" ");
        this.#set(name, { price: BigInt(price), atMs: entry.atMs });
      }
      return undefined;
    }
    if (symbol === undefined || markPrice === undefined) return "The entry names no price.";
    this.#set(symbol, { price: markPrice, atMs: entry.atMs });
    return undefined;
  }

  /** A price that was older than the one in force was not set. */
  #set(symbol: string, price: SetPrice): void {
    if (price.atMs >= (this.#prices.get(symbol)?.atMs ?? 0)) this.#prices.set(symbol, price);
  }

  async findMismatchInStore(): Promise<string | undefined> {
    const { store, yieldToEventLoop } = this.#services;
    const left = new Map(this.#prices);
    let after: string | undefined;
    for (;;) {
      const part = await store.listMarks({ after, limit: marksInPart });
      for (const { symbol, price, atMs, isByHand } of part) {
        const last = left.get(symbol);
        left.delete(symbol);
        // A price that a wrong clock put ahead has lost its time.
        const hasLostTime = atMs === 0;
        const isExplained = isByHand
          ? last?.price === price && (last.atMs === atMs || hasLostTime)
          : last === undefined || atMs >= last.atMs || hasLostTime;
        if (!isExplained) return `The price of ${symbol} is not that of its last entry.`;
      }
      if (part.length < marksInPart) break;
      after = part.at(-1)?.symbol;
      await yieldToEventLoop?.();
    }
    const [missing] = left.keys();
    return missing === undefined ? undefined : `The price of ${missing} is missing.`;
  }
}

const marksInPart = 1_000;
