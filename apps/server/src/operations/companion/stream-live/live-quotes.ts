/** The quotes that streams follow: each is rendered once a change, for all readers of it. */
import { findListed, type MarketBoard, type ReferenceBook } from "@trading-oms/brokerage";
import { formatEvent } from "../../../http/format-event.ts";
import type { LiveFields } from "../../../services.ts";
import { entryOf, type SymbolEntry } from "../../wire/symbol-entry.ts";

export type LiveQuotesServices = {
  readonly board: Pick<MarketBoard, "quotedOf">;
  readonly book: Pick<ReferenceBook, "findInstrument" | "holidays">;
  readonly now: () => number;
};

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
      ? { info: Object.fromEntries(pricePart.map((name) => [name, info[name]])) as typeof info }
      : {};
  }
  const quoted = info ? { info } : {};
  return fields === "quote" ? quoted : { ...quoted, ...(depth && { depth }), ...(trend && { trend }) };
}

/** What has changed; `full` if something is gone, which merging could not say, and undefined if nothing has. */
function changeOf(before: Parts, now: Parts): Parts | "full" | undefined {
  const infoBefore: Members = before.info ?? {};
  const info: Members = now.info ?? {};
  if (isAnyGone(before, now) || isAnyGone(infoBefore, info)) return "full";
  const changed = Object.entries(info).filter(([name, value]) => value !== infoBefore[name]);
  const change = {
    ...(changed.length > 0 && { info: Object.fromEntries(changed) }),
    ...(!isSame(before.depth, now.depth) && { depth: now.depth }),
    ...(!isSame(before.trend, now.trend) && { trend: now.trend }),
  } as Parts;
  return Object.keys(change).length === 0 ? undefined : change;
}

type Members = Readonly<Record<string, unknown>>;

function isAnyGone(before: Members, now: Members): boolean {
  return Object.keys(before).some((name) => before[name] != null && now[name] == null);
}

function isSame(before: unknown, now: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}
