/** Compares the chains of what belongs to no account with the catalog, the rates and the prices by hand in force. */
import type { RatesLevel, RatesRecord } from "../ports/index.ts";
import { readAllRates } from "../reference/book.ts";
import { digestOfCatalog } from "../reference/catalog.ts";
import type { AuditEntry, RatesValues } from "./audit.ts";
import type { AuditedState, VerifyServices } from "./audited-state.ts";
import type { ReservedChain } from "./chains.ts";

type StoredExDate = { readonly state: string; readonly terms: string };

/** The catalog, the holidays and the ex-dates that a chain leaves. */
class AuditedCatalog implements AuditedState {
  #digest: string | undefined;
  #dates = "";
  /** The states and terms of ex-dates, by symbol, date and adjustment. */
  readonly #exDates = new Map<string, StoredExDate>();

  apply(entry: AuditEntry): string | undefined {
    if (entry.kind === "catalog") {
      this.#digest = entry.after.digest;
      return undefined;
    }
    if (entry.kind === "exDate") {
      const { symbol, exDate, adjustmentId, state, terms } = entry.after;
      const name = `${symbol} ${exDate} ${adjustmentId}`;
      if (entry.before.state !== this.#exDates.get(name)?.state)
        return `The entry does not begin where the one before it left the ex-date of ${symbol}.`;
      this.#exDates.set(name, { state, terms });
      return undefined;
    }
    if (entry.kind !== "holidays") return "The entry is not about the catalog.";
    if (entry.before.dates !== this.#dates)
      return "The entry does not begin where the one before it left the holidays.";
    this.#dates = entry.after.dates;
    return undefined;
  }

  async findMismatchInStore(services: VerifyServices): Promise<string | undefined> {
    const { store, hash } = services;
    const digest = await digestOfCatalog(services);
    const expected = this.#digest ?? (await hash(""));
    if (digest !== expected) return "The catalog is not that of its last entry.";
    const dates = (await store.listHolidays()).join(" ");
    if (dates !== this.#dates) return "The holidays are not those of their last entry.";
    const inForce = new Map(
      (await store.listExDates()).map(({ symbol, date, adjustmentId, ...each }) => [
        `${symbol} ${date} ${adjustmentId}`,
        each,
      ]),
    );
    const changed = [...new Set([...inForce.keys(), ...this.#exDates.keys()])].find(
      (name) => !areSameExDates(inForce.get(name), this.#exDates.get(name)),
    );
    return changed && `The ex-date of ${changed.split(" ")[0]} is not that of its last entry.`;
  }
}

function areSameExDates(one: StoredExDate | undefined, other: StoredExDate | undefined): boolean {
  return one?.state === other?.state && one?.terms === other?.terms;
}

type SetPrice = { readonly price: bigint; readonly atMs: number };

/** The prices by hand that a chain leaves. A later price of a feed replaces one, which no entry tells. */
class AuditedPrices implements AuditedState {
  readonly #prices = new Map<string, SetPrice>();

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

  async findMismatchInStore({ store, yieldToEventLoop }: VerifyServices): Promise<string | undefined> {
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

class AuditedRates implements AuditedState {
  /** By scope, as in `symbol/FPT`. */
  readonly #rates = new Map<string, RatesRecord>();

  apply(entry: AuditEntry): string | undefined {
    if (entry.kind !== "rates") return "The entry is not about rates.";
    const { before, after, atMs } = entry;
    if (after.rows !== undefined) {
      for (const row of after.rows.split("\n")) this.#set(readRow(row, atMs));
      return undefined;
    }
    const scope = nameOf(after);
    if (nameOf(before) !== scope || !areSameRates(before, this.#rates.get(scope)))
      return `The entry does not begin where the one before it left ${after.name}.`;
    const { level, name, marginRatio, marginCallRate, forceCloseRate, isLendingEnded } = after;
    if (level === undefined || name === undefined) return "The entry names no scope.";
    if (marginRatio === undefined || marginCallRate === undefined || forceCloseRate === undefined)
      this.#rates.delete(scope);
    else {
      const rates = { marginRatio, marginCallRate, forceCloseRate, changedAtMs: atMs };
      this.#set({ level, name, ...rates, ...(isLendingEnded === true && { isLendingEnded }) });
    }
    return undefined;
  }

  #set(record: RatesRecord): void {
    this.#rates.set(nameOf(record), record);
  }

  async findMismatchInStore({ store }: VerifyServices): Promise<string | undefined> {
    const inForce = await readAllRates(store);
    const scope = [...new Set([...this.#rates.keys(), ...inForce.keys()])].find((each) => {
      const [record, last] = [inForce.get(each), this.#rates.get(each)];
      return record?.changedAtMs !== last?.changedAtMs || !areSameRates(record, last);
    });
    return scope && `The rates of ${scope} are not those of its last entry.`;
  }
}

/** A row of an import as its entry has it. */
function readRow(row: string, changedAtMs: number): RatesRecord {
  const [level = "", name = "", ratio = 0, callRate = 0, closeRate = 0, lending] = row.split(" ");
  return {
    ...{ level: level as RatesLevel, name },
    ...{ marginRatio: BigInt(ratio), marginCallRate: BigInt(callRate), forceCloseRate: BigInt(closeRate) },
    ...(lending === "ended" && { isLendingEnded: true }),
    changedAtMs,
  };
}

function nameOf({ level, name }: RatesValues): string {
  return `${level}/${name}`;
}

/** Whether both have the same rates and end lending alike, or neither has any. */
function areSameRates(one: RatesValues = {}, other: RatesValues = {}): boolean {
  const names = ["marginRatio", "marginCallRate", "forceCloseRate", "isLendingEnded"] as const;
  return names.every((name) => one[name] === other[name]);
}

/** What each reserved chain explains. */
export const auditedChains: Readonly<Record<ReservedChain, new () => AuditedState>> = {
  catalog: AuditedCatalog,
  prices: AuditedPrices,
  rates: AuditedRates,
};
