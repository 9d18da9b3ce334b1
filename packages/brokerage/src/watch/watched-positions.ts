import type { UnitRange } from "@trading-oms/margin";
import type { AccountKey } from "../ports/index.ts";

/** A position that waits for a price or a time. */
type WatchedPosition = {
  readonly account: WatchedAccount;
  readonly symbol: string;
  readonly isCalled: boolean;
};

type WatchedAccount = AccountKey & { readonly shard: number };

/** The triggers of a position. */
export type Waiting = {
  readonly symbol: string;
  /** The range of prices that trigger nothing. */
  readonly quiet: UnitRange;
  /** When its next reminder is due; undefined without an open call. */
  readonly dueMs: number | undefined;
  readonly isCalled: boolean;
};

type Waiter = WatchedPosition & {
  falling: WaiterTrigger | undefined;
  rising: WaiterTrigger | undefined;
  due: WaiterTrigger | undefined;
  /**
   * The next position of the same account. A linked list, since a list object for each of a million accounts
   * costs memory.
   */
  readonly next: Waiter | undefined;
};

type WaiterTrigger = Trigger & { readonly waiter: Waiter };

type SymbolTriggers = {
  readonly falling: TriggerHeap<WaiterTrigger>;
  readonly rising: TriggerHeap<WaiterTrigger>;
  readonly waiters: Set<Waiter>;
};

export type WatchedCounts = { readonly positionCount: number; readonly calledCount: number };

/**
 * The positions under watch, each at its trigger prices, sorted by symbol. A price that reaches none of them costs the
 * same however many there are.
 *
 * Prices are whole VND per unit as numbers: exact up to 2^53, and used without arithmetic.
 */
export class WatchedPositions {
  readonly #symbols = new Map<string, SymbolTriggers>();
  /** By shard and by account ID, which is unique over all users. There may be millions. */
  readonly #shards = new Map<number, Map<string, Waiter>>();
  readonly #due = new TriggerHeap<WaiterTrigger>();
  #positionCount = 0;
  #calledCount = 0;

  counts(): WatchedCounts {
    return { positionCount: this.#positionCount, calledCount: this.#calledCount };
  }

  /** Puts an account under watch and replaces its earlier state. */
  put(account: WatchedAccount, waitings: readonly Waiting[]): void {
    this.remove(account, account.shard);
    let first: Waiter | undefined;
    for (const waiting of waitings) first = this.#wait(account, waiting, first);
    if (first === undefined) return;
    const held = this.#shards.get(account.shard) ?? new Map<string, Waiter>();
    this.#shards.set(account.shard, held.set(account.accountId, first));
  }

  remove({ accountId }: AccountKey, shard: number): void {
    const held = this.#shards.get(shard);
    this.#forgetAll(held?.get(accountId));
    held?.delete(accountId);
  }

  removeShard(shard: number): void {
    for (const first of this.#shards.get(shard)?.values() ?? []) this.#forgetAll(first);
    this.#shards.delete(shard);
  }

  isHeld(symbol: string): boolean {
    return this.#symbols.has(symbol);
  }

  ofSymbol(symbol: string): Iterable<WatchedPosition> {
    return this.#symbols.get(symbol)?.waiters ?? [];
  }

  /** Whether the value of one unit triggers no position. */
  isQuiet(symbol: string, at: number): boolean {
    const triggers = this.#symbols.get(symbol);
    if (triggers === undefined) return true;
    return !isBelow(triggers.falling, -at) && !isBelow(triggers.rising, at);
  }

  /**
   * Yields the positions that the value of one unit triggers. They have no price triggers until they are put
   * again.
   */
  *hitBy(symbol: string, at: number): Generator<WatchedPosition> {
    const triggers = this.#symbols.get(symbol);
    if (triggers === undefined) return;
    for (const { waiter } of triggers.falling.takeBelow(-at)) {
      if (waiter.rising !== undefined) triggers.rising.remove(waiter.rising);
      yield waiter;
    }
    for (const { waiter } of triggers.rising.takeBelow(at)) {
      if (waiter.falling !== undefined) triggers.falling.remove(waiter.falling);
      yield waiter;
    }
  }

  /** Yields the positions with a due reminder. They have no reminder until they are put again. */
  *dueBy(nowMs: number): Generator<WatchedPosition> {
    for (const { waiter } of this.#due.takeBelow(nowMs + 1)) yield waiter;
  }

  #wait(
    account: WatchedAccount,
    { symbol, quiet, dueMs, isCalled }: Waiting,
    next: Waiter | undefined,
  ): Waiter {
    const triggers = this.#symbols.get(symbol) ?? {
      falling: new TriggerHeap<WaiterTrigger>(),
      rising: new TriggerHeap<WaiterTrigger>(),
      waiters: new Set<Waiter>(),
    };
    this.#symbols.set(symbol, triggers);
    const waiter: Waiter = {
      account,
      symbol,
      isCalled,
      falling: undefined,
      rising: undefined,
      due: undefined,
      next,
    };
    // The heap triggers on rising numbers, so falling prices are negated.
    if (quiet.unitVndMin > 1n) waiter.falling = waitIn(triggers.falling, -numberOf(quiet.unitVndMin), waiter);
    if (quiet.unitVndMax !== undefined) {
      waiter.rising = waitIn(triggers.rising, numberOf(quiet.unitVndMax), waiter);
    }
    if (dueMs !== undefined) waiter.due = waitIn(this.#due, dueMs, waiter);
    triggers.waiters.add(waiter);
    this.#positionCount += 1;
    if (isCalled) this.#calledCount += 1;
    return waiter;
  }

  #forgetAll(first: Waiter | undefined): void {
    for (let waiter = first; waiter !== undefined; waiter = waiter.next) this.#forget(waiter);
  }

  #forget(waiter: Waiter): void {
    const triggers = this.#symbols.get(waiter.symbol);
    if (triggers === undefined) return;
    if (waiter.falling !== undefined) triggers.falling.remove(waiter.falling);
    if (waiter.rising !== undefined) triggers.rising.remove(waiter.rising);
    if (waiter.due !== undefined) this.#due.remove(waiter.due);
    triggers.waiters.delete(waiter);
    if (triggers.waiters.size === 0) this.#symbols.delete(waiter.symbol);
    this.#positionCount -= 1;
    if (waiter.isCalled) this.#calledCount -= 1;
  }
}

function waitIn(heap: TriggerHeap<WaiterTrigger>, at: number, waiter: Waiter): WaiterTrigger {
  const trigger = { at, place: -1, waiter };
  heap.add(trigger);
  return trigger;
}

function isBelow({ lowest }: TriggerHeap<WaiterTrigger>, bound: number): boolean {
  return lowest !== undefined && lowest.at < bound;
}

/** No mark exceeds this, so a price there is never reached. */
function numberOf(unitVnd: bigint): number {
  return unitVnd > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(unitVnd);
}

/**
 * An item that waits until a number is passed. The heap stores its index in `place`, below 0 outside the
 * heap.
 */
export type Trigger = { readonly at: number; place: number };

/**
 * A heap with the lowest trigger first: reading it costs nothing however many wait, and adding or removing one takes
 * logarithmic time.
 */
export class TriggerHeap<Item extends Trigger> {
  readonly #items: Item[] = [];

  get lowest(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    this.#rise(item, this.#items.length);
  }

  /** Removes an item. Ignores one that is not in this heap. */
  remove(item: Item): void {
    if (this.#items[item.place] !== item) return;
    const last = this.#items.pop() as Item;
    const { place } = item;
    item.place = -1;
    if (last === item) return;
    const above = this.#items[(place - 1) >> 1];
    if (place > 0 && above !== undefined && above.at > last.at) this.#rise(last, place);
    else this.#sink(last, place);
  }

  /** Removes and yields every item below a number, lowest first. */
  *takeBelow(bound: number): Generator<Item> {
    for (let item = this.lowest; item !== undefined && item.at < bound; item = this.lowest) {
      this.remove(item);
      yield item;
    }
  }

  #rise(item: Item, from: number): void {
    let place = from;
    while (place > 0) {
      const parentPlace = (place - 1) >> 1;
      const parent = this.#items[parentPlace] as Item;
      if (parent.at <= item.at) break;
      this.#put(parent, place);
      place = parentPlace;
    }
    this.#put(item, place);
  }

  #sink(item: Item, from: number): void {
    let place = from;
    for (;;) {
      const leftPlace = 2 * place + 1;
      const left = this.#items[leftPlace];
      if (left === undefined) break;
      const right = this.#items[leftPlace + 1];
      const isRight = right !== undefined && right.at < left.at;
      const lower = isRight ? right : left;
      if (lower.at >= item.at) break;
      this.#put(lower, place);
      place = leftPlace + (isRight ? 1 : 0);
    }
    this.#put(item, place);
  }

  #put(item: Item, place: number): void {
    this.#items[place] = item;
    item.place = place;
  }
}
