/** The positions of all accounts in columns of numbers: a hundred thousand take some 30 MB, and a scan of them a few milliseconds. */
import type { Price } from "@trading-oms/market";
import { shardOf } from "../accounts/accounts.ts";
import type {
  AccountKey,
  AccountState,
  ContactRecord,
  EpisodeRecord,
  PositionRecord,
} from "../ports/index.ts";

const noRow = -1;

const flags = { closing: 1, byHand: 2, simulated: 4 } as const;

/** The calls that a newer state of an account has opened and ended. */
export type CallChanges = { readonly opened: number; readonly ended: number };

export type RowCall = { readonly openedAtMs: number; readonly lastContact: ContactRecord | undefined };

/**
 * Accounts, symbols and positions have numbers, which are places in the arrays. Amounts are whole and at most 2^53 − 1, as in every
 * store, so that a number holds them exactly.
 */
export class Holdings {
  readonly #accounts = new Map<string, number>();
  readonly #accountIds: string[] = [];
  readonly #userIds: string[] = [];
  readonly #shards: number[] = [];
  /** 0 for an account that is gone. */
  readonly #versions: number[] = [];
  readonly #equities: number[] = [];
  readonly #firstRows: number[] = [];
  readonly #symbolPlaces = new Map<string, number>();
  readonly #symbols: string[] = [];
  readonly #heldCounts: number[] = [];
  /** The account of each row; `noRow` for a row that is free. */
  readonly #accountOf: number[] = [];
  readonly #nextRow: number[] = [];
  readonly #symbolOf: number[] = [];
  readonly #flags: number[] = [];
  readonly #quantities: number[] = [];
  readonly #entries: number[] = [];
  readonly #posted: number[] = [];
  readonly #covered: number[] = [];
  readonly #openedAtMs: number[] = [];
  readonly #changedAtMs: number[] = [];
  readonly #decisionPrices: number[] = [];
  /** Below 0 for a position that was never decided on. */
  readonly #decidedAtMs: number[] = [];
  readonly #decisionSeqs: number[] = [];
  readonly #callPrices: number[] = [];
  /** The open calls by row: a new object with each state of the account. */
  readonly #calls = new Map<number, RowCall>();
  readonly #freeRows: number[] = [];
  #accountCount = 0;

  get accountCount(): number {
    return this.#accountCount;
  }

  /** Accounts lie below this number, those that are gone too. */
  get accountsEnd(): number {
    return this.#accountIds.length;
  }

  get positionCount(): number {
    return this.#accountOf.length - this.#freeRows.length;
  }

  /** Rows lie below this number. */
  get rowsEnd(): number {
    return this.#accountOf.length;
  }

  /** Symbols lie below this number, those that are no longer held too. */
  get symbolsEnd(): number {
    return this.#symbols.length;
  }

  /** Replaces an account, unless this version of it is here. */
  put(
    { account, positions, episodes }: AccountState,
    callPriceOf: (position: PositionRecord) => Price | undefined,
  ): CallChanges | undefined {
    const place = this.#placeOf(account);
    if (this.#versions[place] === account.version) return undefined;
    const callsBefore = this.#removeRows(place);
    if (!this.isThere(place)) this.#accountCount += 1;
    this.#versions[place] = account.version;
    this.#equities[place] = Number(account.equityVnd);
    let opened = 0;
    for (const position of positions) {
      const episode = episodes.find(({ symbol, isOpen }) => isOpen && symbol === position.symbol);
      const row = this.#add(place, position, episode, callPriceOf(position));
      const symbol = this.#symbolOf[row] ?? 0;
      if (episode === undefined) continue;
      if (callsBefore.get(symbol) !== episode.openedAtMs) opened += 1;
      else callsBefore.delete(symbol);
    }
    return { opened, ended: callsBefore.size };
  }

  /** Removes the accounts of a shard that are not there any more. Returns whether there were any. */
  removeOthers(shard: number, there: ReadonlySet<string>): boolean {
    const countBefore = this.#accountCount;
    for (const [place, accountId] of this.#accountIds.entries()) {
      if (this.#shards[place] !== shard || !this.isThere(place) || there.has(accountId)) continue;
      this.#removeRows(place);
      this.#versions[place] = 0;
      this.#accountCount -= 1;
    }
    return this.#accountCount < countBefore;
  }

  isThere(account: number): boolean {
    return this.#versions[account] !== 0;
  }

  keyOf(account: number): AccountKey {
    return { userId: this.#userIds[account] ?? "", accountId: this.#accountIds[account] ?? "" };
  }

  equityOf(account: number): bigint {
    return BigInt(this.#equities[account] ?? 0);
  }

  *rowsOf(account: number): Generator<number> {
    for (let row = this.#firstRows[account] ?? noRow; row !== noRow; row = this.#nextRow[row] ?? noRow)
      yield row;
  }

  isHeld(row: number): boolean {
    return this.#accountOf[row] !== noRow;
  }

  accountOf(row: number): number {
    return this.#accountOf[row] ?? noRow;
  }

  symbolOf(row: number): number {
    return this.#symbolOf[row] ?? 0;
  }

  isClosing(row: number): boolean {
    return ((this.#flags[row] ?? 0) & flags.closing) !== 0;
  }

  /** Above 0 for a long position, below for a short one. */
  quantityOf(row: number): number {
    return this.#quantities[row] ?? 0;
  }

  decisionPriceOf(row: number): number {
    return this.#decisionPrices[row] ?? 0;
  }

  /** When the price of the last decision was paid; below 0 before the first. */
  decidedAtMsOf(row: number): number {
    return this.#decidedAtMs[row] ?? noRow;
  }

  /** The first price that calls a position; NaN if none does. */
  callPriceOf(row: number): number {
    return this.#callPrices[row] ?? Number.NaN;
  }

  setCallPrice(row: number, price: Price | undefined): void {
    this.#callPrices[row] = price === undefined ? Number.NaN : Number(price);
  }

  get calls(): ReadonlyMap<number, RowCall> {
    return this.#calls;
  }

  /** The position of a row, as the store has it. */
  positionOf(row: number): PositionRecord {
    const decidedAtMs = this.decidedAtMsOf(row);
    const bits = this.#flags[row] ?? 0;
    return {
      symbol: this.symbolAt(this.symbolOf(row)),
      quantity: BigInt(this.quantityOf(row)),
      entryVnd: BigInt(this.#entries[row] ?? 0),
      postedVnd: BigInt(this.#posted[row] ?? 0),
      coveredVnd: BigInt(this.#covered[row] ?? 0),
      isClosing: this.isClosing(row),
      openedAtMs: this.#openedAtMs[row] ?? 0,
      changedAtMs: this.#changedAtMs[row] ?? 0,
      ...(decidedAtMs >= 0 && {
        decisionPrice: {
          price: BigInt(this.decisionPriceOf(row)),
          atMs: decidedAtMs,
          seq: this.#decisionSeqs[row] ?? 0,
          isByHand: (bits & flags.byHand) !== 0,
          ...((bits & flags.simulated) !== 0 && { isPlayed: true }),
        },
      }),
    };
  }

  symbolAt(place: number): string {
    return this.#symbols[place] ?? "";
  }

  isSymbolHeld(symbol: string): boolean {
    return (this.#heldCounts[this.#symbolPlaces.get(symbol) ?? noRow] ?? 0) > 0;
  }

  #placeOf({ userId, accountId }: AccountKey): number {
    const known = this.#accounts.get(accountId);
    if (known !== undefined) return known;
    const place = this.#accountIds.length;
    this.#accounts.set(accountId, place);
    this.#accountIds.push(accountId);
    this.#userIds.push(userId);
    this.#shards.push(shardOf(userId));
    this.#versions.push(0);
    this.#equities.push(0);
    this.#firstRows.push(noRow);
    return place;
  }

  #symbolPlaceOf(symbol: string): number {
    const known = this.#symbolPlaces.get(symbol);
    if (known !== undefined) return known;
    const place = this.#symbols.length;
    this.#symbolPlaces.set(symbol, place);
    this.#symbols.push(symbol);
    this.#heldCounts.push(0);
    return place;
  }

  /** Frees the rows of an account; returns when their open calls began, by symbol. */
  #removeRows(account: number): Map<number, number> {
    const calls = new Map<number, number>();
    for (const row of [...this.rowsOf(account)]) {
      const symbol = this.symbolOf(row);
      const call = this.#calls.get(row);
      if (call !== undefined) calls.set(symbol, call.openedAtMs);
      this.#heldCounts[symbol] = (this.#heldCounts[symbol] ?? 0) - 1;
      this.#accountOf[row] = noRow;
      this.#calls.delete(row);
      this.#freeRows.push(row);
    }
    this.#firstRows[account] = noRow;
    return calls;
  }

  #add(
    account: number,
    position: PositionRecord,
    episode: EpisodeRecord | undefined,
    callPrice: Price | undefined,
  ): number {
    const { decisionPrice } = position;
    const row = this.#freeRows.pop() ?? this.#accountOf.length;
    const symbol = this.#symbolPlaceOf(position.symbol);
    this.#heldCounts[symbol] = (this.#heldCounts[symbol] ?? 0) + 1;
    this.#accountOf[row] = account;
    this.#nextRow[row] = this.#firstRows[account] ?? noRow;
    this.#firstRows[account] = row;
    this.#symbolOf[row] = symbol;
    this.#flags[row] =
      (position.isClosing ? flags.closing : 0) |
      (decisionPrice?.isByHand === true ? flags.byHand : 0) |
      (decisionPrice?.isPlayed === true ? flags.simulated : 0);
    this.#quantities[row] = Number(position.quantity);
    this.#entries[row] = Number(position.entryVnd);
    this.#posted[row] = Number(position.postedVnd);
    this.#covered[row] = Number(position.coveredVnd);
    this.#openedAtMs[row] = position.openedAtMs;
    this.#changedAtMs[row] = position.changedAtMs;
    this.#decisionPrices[row] = Number(decisionPrice?.price ?? 0n);
    this.#decidedAtMs[row] = decisionPrice?.atMs ?? noRow;
    this.#decisionSeqs[row] = decisionPrice?.seq ?? 0;
    this.setCallPrice(row, callPrice);
    if (episode !== undefined) {
      this.#calls.set(row, { openedAtMs: episode.openedAtMs, lastContact: episode.lastContact });
    }
    return row;
  }
}
