/** The exchange, and a feed of it to each machine that has one: late, lost, repeated or out of order. */
import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { calendarDateOf, type Instrument, QuoteBoard } from "@trading-oms/market";
import { referencePrice, symbols } from "./content.ts";
import type { ServerProcess } from "./process.ts";
import type { World } from "./world.ts";

/** How many messages of a thousand are delayed, lost, repeated and delivered out of order. */
export type FeedRates = { late: number; lost: number; repeated: number; unordered: number };

/** A reference price or a halt that the exchange has told of. */
export type Fact = { readonly seq: number; readonly price?: bigint; readonly isHalted?: boolean };

const step = 100_000n;

type Unnumbered = FeedMessage extends infer Message
  ? Message extends { readonly symbol: string }
    ? Omit<Message, "seq" | "atMs">
    : never
  : never;

export class Exchange {
  readonly facts: ReadonlyMap<string, Fact[]> = new Map(symbols.map((symbol) => [symbol, []]));
  /** The last price of each symbol. */
  readonly prices: Map<string, bigint> = new Map(symbols.map((symbol) => [symbol, referencePrice]));
  readonly #world: World;
  readonly #rates: FeedRates;
  readonly #listProcesses: () => readonly ServerProcess[];
  readonly #board: QuoteBoard;
  readonly #seqs = new Map<string, number>();
  /** When the last message to a process arrives. */
  readonly #arrivals = new WeakMap<ServerProcess, number>();

  /** The number of the last message of each symbol that a process has taken. */
  readonly #heard = new WeakMap<ServerProcess, Map<string, number>>();

  constructor(
    world: World,
    { rates, listProcesses }: { rates: FeedRates; listProcesses: () => readonly ServerProcess[] },
  ) {
    this.#world = world;
    this.#rates = rates;
    this.#listProcesses = listProcesses;
    const lots = { lot: 100n, minQuantity: 100n, maxQuantity: 500_000n };
    const kinds = { exchange: "HOSE", type: "stock", referencePrice } as const;
    this.#board = new QuoteBoard(
      symbols.map((symbol): Instrument => ({ symbol, name: symbol, companyName: symbol, ...kinds, ...lots })),
    );
  }

  /** Begins the day, and trades until a time. */
  begin(untilMs: number): void {
    for (const symbol of symbols) this.setReference(symbol, referencePrice);
    const trade = (): void => {
      if (this.#world.nowMs >= untilMs) return;
      const symbol = this.#world.dice.pick(["FPT", "VNM"]);
      this.trade(symbol, this.drawPrice(this.prices.get(symbol)));
      this.#world.after(undefined, 100 + this.#world.dice.below(900), trade);
    };
    this.#world.after(undefined, 0, trade);
    const beat = (): void => {
      for (const process of this.#listProcesses())
        this.#send(process, { kind: "heartbeat", atMs: this.#world.nowMs });
      this.#world.after(undefined, 3_000, beat);
    };
    beat();
  }

  /** A price inside the band of the day, near another one if it is given. */
  drawPrice(near: bigint = referencePrice): bigint {
    const moved = near + BigInt(this.#world.dice.below(61) - 30) * step;
    const [least, most] = [79_500_000n, 90_500_000n];
    return moved < least ? least : moved > most ? most : moved;
  }

  trade(symbol: string, price: bigint): void {
    this.prices.set(symbol, price);
    this.#world.note("trade", `${symbol} ${price}`);
    this.#publish({ kind: "trade", symbol, price, quantity: 100, side: "none" });
  }

  halt(symbol: string, isHalted: boolean): void {
    const seq = this.#publish({ kind: "status", symbol, isHalted });
    this.facts.get(symbol)?.push({ seq, isHalted });
    this.#world.note(`halt ${isHalted}`, symbol);
  }

  setReference(symbol: string, price: bigint): void {
    const date = calendarDateOf(this.#world.nowMs);
    const seq = this.#publish({ kind: "day", symbol, date, referencePrice: price });
    this.facts.get(symbol)?.push({ seq, price, isHalted: false });
    this.#world.note("day", `${symbol} ${price}`);
  }

  /** The state of symbols, for a process that begins or has missed a message. */
  sendSnapshots(process: ServerProcess, wanted: readonly string[] = symbols): void {
    for (const symbol of wanted) {
      const snapshot = this.#board.snapshotOf(symbol);
      if (snapshot !== undefined && process.machine.hasFeed) this.#send(process, snapshot);
    }
  }

  #publish(body: Unnumbered): number {
    const seq = (this.#seqs.get(body.symbol) ?? 0) + 1;
    this.#seqs.set(body.symbol, seq);
    const message = { ...body, seq, atMs: this.#world.nowMs } as FeedMessage;
    this.#board.apply(message);
    for (const process of this.#listProcesses()) this.#send(process, message);
    return seq;
  }

  #send(process: ServerProcess, message: FeedMessage): void {
    if (!process.machine.hasFeed) return;
    const { dice, nowMs } = this.#world;
    if (dice.chance(this.#rates.lost)) {
      this.#world.noteFault("feed-loss", message.kind);
      return;
    }
    const isRepeated = dice.chance(this.#rates.repeated);
    if (isRepeated) this.#world.noteFault("feed-repeat", message.kind);
    for (let copies = isRepeated ? 2 : 1; copies > 0; copies -= 1) {
      const isLate = dice.chance(this.#rates.late);
      if (isLate) this.#world.noteFault("feed-delay", message.kind);
      const arrivesMs = nowMs + dice.below(isLate ? 8_000 : 30);
      const isUnordered = dice.chance(this.#rates.unordered);
      if (isUnordered) this.#world.noteFault("feed-order", message.kind);
      const atMs = isUnordered ? arrivesMs : Math.max(arrivesMs, this.#arrivals.get(process) ?? 0);
      if (!isUnordered) this.#arrivals.set(process, atMs);
      this.#world.after(process, atMs - nowMs, () => this.#deliver(process, message));
    }
  }

  /** As the port of feeds promises: in order and without gaps, and after a gap the state of the symbol. */
  #deliver(process: ServerProcess, message: FeedMessage): void {
    if (message.kind === "heartbeat") return void process.hear([message]);
    const { symbol, seq } = message;
    const heard = this.#heard.get(process) ?? new Map<string, number>();
    this.#heard.set(process, heard);
    const last = heard.get(symbol);
    if (last !== undefined && seq <= last) return;
    if (message.kind !== "snapshot" && seq !== (last ?? 0) + 1) {
      this.#world.after(process, 50, () => this.sendSnapshots(process, [symbol]));
      return;
    }
    heard.set(symbol, seq);
    process.hear([message]);
  }
}
