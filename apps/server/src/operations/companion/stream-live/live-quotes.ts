/** The quotes that streams follow: each is rendered once a change, for all readers of it. */
import { findListed, type MarketBoard, type ReferenceBook } from "@trading-oms/brokerage";
import { formatEvent } from "../../../http/format-event.ts";
import type { LiveFields } from "../../../services.ts";
import { entryOf, type SymbolEntry } from "../../wire/symbol-entry.ts";

/** What quotes are rendered from. */
export type LiveQuotesServices = {
  readonly board: Pick<MarketBoard, "quotedOf">;
  readonly book: Pick<ReferenceBook, "findInstrument" | "holidays">;
  readonly now: () => number;
};

/** The rendered members of a quote. */
type Parts = Partial<Pick<SymbolEntry, "info" | "depth" | "trend">>;

/** A symbol with some fields, as some reader asked for it. */
export class LiveQuote {
  /** Counts the changes that readers see. */
  version = 0;
  /** The event from the version before to this one. */
  change = "";
  readonly asked: string;
  readonly fields: LiveFields;
  readerCount = 0;
  #contract: string | undefined;
  #quotedVersion = -1;
  #parts: Parts = {};
  #full: string | undefined;

  constructor(asked: string, fields: LiveFields) {
    this.asked = asked;
    this.fields = fields;
  }

  /** The event with everything, for a reader that has not seen the version before. */
  full(): string {
    const contract = this.#contract === this.asked ? undefined : this.#contract;
    this.#full ??= formatEvent({
      event: "quote",
      data: { symbol: this.asked, isFull: true, contract, ...this.#parts },
    });
    return this.#full;
  }

  /** Renders what has changed. Without a contract the symbol is not listed any more, and stays as it was. */
  refresh({ board }: LiveQuotesServices, contract: string | undefined): void {
    const [quoted] = contract === undefined ? [] : board.quotedOf([contract]).found;
    if (quoted === undefined) return;
    const isMoved = contract !== this.#contract;
    if (!isMoved && quoted.version === this.#quotedVersion) return;
    const before = this.#parts;
    const parts = partsOf(entryOf(quoted), this.fields);
    this.#quotedVersion = quoted.version;
    const change = isMoved ? "full" : changeOf(before, parts);
    if (change === undefined) return;
    this.#contract = contract;
    this.#parts = parts;
    this.#full = undefined;
    this.version += 1;
    this.change =
      change === "full"
        ? this.full()
        : formatEvent({ event: "quote", data: { symbol: this.asked, isFull: false, ...change } });
  }
}

/** The quotes that are followed now. */
export class LiveQuotes {
  readonly #services: LiveQuotesServices;
  readonly #quotes = new Map<string, LiveQuote>();

  constructor(services: LiveQuotesServices) {
    this.#services = services;
  }

  /** The quote of a symbol or alias, for one more reader; undefined if it is not listed. */
  follow(asked: string, fields: LiveFields): LiveQuote | undefined {
    const contract = findListed(this.#services, asked)?.symbol;
    if (contract === undefined) return undefined;
    const name = nameOf(asked, fields);
    const known = this.#quotes.get(name);
    const quote = known ?? new LiveQuote(asked, fields);
    if (known === undefined) {
      quote.refresh(this.#services, contract);
      this.#quotes.set(name, quote);
    }
    quote.readerCount += 1;
    return quote;
  }

  leave(quote: LiveQuote): void {
    quote.readerCount -= 1;
    if (quote.readerCount === 0) this.#quotes.delete(nameOf(quote.asked, quote.fields));
  }

  /** Renders every quote that has changed since the last turn. */
  refresh(): void {
    for (const quote of this.#quotes.values())
      quote.refresh(this.#services, findListed(this.#services, quote.asked)?.symbol);
  }
}

function nameOf(asked: string, fields: LiveFields): string {
  return `${fields} ${asked}`;
}

const pricePart = ["time", "lsPrc", "lsVol", "tradingSession"] as const;

function partsOf({ info, depth, trend }: SymbolEntry, fields: LiveFields): Parts {
  if (fields === "price") {
    return info
      ? {
          info: Object.fromEntries(pricePart.map((name) => [name, info[name]])) as NonNullable<Parts["info"]>,
        }
      : {};
  }
  const quoted = info ? { info } : {};
  if (fields === "quote") return quoted;
  return { ...quoted, ...(depth ? { depth } : {}), ...(trend ? { trend } : {}) };
}

/** What has changed; `full` if something is gone, which merging could not say, and undefined if nothing has. */
function changeOf(before: Parts, now: Parts): Parts | "full" | undefined {
  const info = changedMembers(before.info ?? {}, now.info ?? {});
  if (
    info === "full" ||
    isGone(before.info, now.info) ||
    isGone(before.depth, now.depth) ||
    isGone(before.trend, now.trend)
  )
    return "full";
  const change: Parts = {
    ...(info === undefined ? {} : { info: info as NonNullable<Parts["info"]> }),
    ...(isSame(before.depth, now.depth) ? {} : { depth: now.depth }),
    ...(isSame(before.trend, now.trend) ? {} : { trend: now.trend }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

type Members = Readonly<Record<string, unknown>>;

function changedMembers(before: Members, now: Members): Members | "full" | undefined {
  const changed: Record<string, unknown> = {};
  let count = 0;
  for (const name of Object.keys(now)) {
    if (now[name] === before[name]) continue;
    if (now[name] === undefined) return "full";
    changed[name] = now[name];
    count += 1;
  }
  return count === 0 ? undefined : changed;
}

function isGone(before: unknown, now: unknown): boolean {
  return before != null && now == null;
}

function isSame(before: unknown, now: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}
