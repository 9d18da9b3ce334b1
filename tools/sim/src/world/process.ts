/** A server process: everything that a server on Node puts together, with the timers of the world in place of its own. */
import {
  DeskProjection,
  MarginWatch,
  type MarketEngine,
  NotificationFollower,
  openDays,
  openMarket,
  QuoteKeeper,
  SharedDesk,
  storeErrorCodeOf,
  takeTurns,
  type WatchServices,
} from "@trading-oms/brokerage";
import type { FeedMessage, Store, StoreErrorCode } from "@trading-oms/brokerage/ports";
import { digestOf } from "./digest.ts";
import type { Owner, World } from "./world.ts";

/** A machine keeps its clock when its process starts again. */
export type Machine = {
  readonly name: string;
  readonly hasFeed: boolean;
  offsetMs: number;
  /** When its clock was set last. */
  jumpedAtMs: number;
};

export type StoreOf = (process: ServerProcess, label: string) => Store;

const due = { days: 2, minuteOfDay: 17 * 60 };
const yieldToEventLoop = async (): Promise<void> => {};

/** A failure that a store or a lost connection reports. */
export function storeFailure(code: StoreErrorCode): Error {
  return Object.assign(new Error(code), { code });
}

export class ServerProcess implements Owner {
  readonly name: string;
  readonly machine: Machine;
  isDead = false;
  stalledUntilMs = 0;
  /** What its users reach; undefined until it has started. */
  ready: Awaited<ReturnType<ServerProcess["open"]>> | undefined;
  readonly onCrash: (() => void)[] = [];
  readonly now: () => number = () => this.#world.nowMs + this.machine.offsetMs;
  readonly #world: World;
  readonly #storeOf: StoreOf;
  readonly #cuts = new Set<(thrown: unknown) => void>();
  #idCount = 0;

  constructor(
    world: World,
    { machine, life, storeOf }: { machine: Machine; life: number; storeOf: StoreOf },
  ) {
    this.#world = world;
    this.machine = machine;
    this.name = `${machine.name}.${life}`;
    this.#storeOf = storeOf;
  }

  /** Starts; a process that cannot read the store ends again. */
  async begin(onReady: (process: ServerProcess) => void): Promise<void> {
    try {
      this.ready = await this.open();
      this.#world.note("ready", this.name);
      onReady(this);
    } catch (thrown) {
      this.#report(thrown);
      this.crash();
    }
  }

  /** Ends between two calls. Requests to it fail, and what it asked the store for may still be done. */
  crash(): void {
    this.isDead = true;
    for (const cut of this.#cuts) cut(storeFailure("unreachable"));
    for (const wake of this.onCrash) wake();
  }

  /** Carries out a request; rejects if the process crashes meanwhile. */
  ask<Answer>(label: string, work: (services: WatchServices) => Promise<Answer>): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    if (this.isDead || this.ready === undefined) reject(storeFailure("unreachable"));
    else {
      this.#cuts.add(reject);
      work({ ...this.ready.services, store: this.#storeOf(this, label) }).then(resolve, reject);
      promise.catch(() => {}).finally(() => this.#cuts.delete(reject));
    }
    return promise;
  }

  /** Takes messages of its feed. Returns the symbols whose state it needs. */
  hear(messages: readonly FeedMessage[]): readonly string[] {
    return this.ready?.market.apply(messages) ?? [];
  }

  /** Opens the market, the watch and the desk, as `runtimes/node` of the server does. */
  async open() {
    const base = {
      now: this.now,
      makeId: () => `${this.name}-${++this.#idCount}`,
      hash: async (text: string) => digestOf(text),
      inTurn: takeTurns(() => this.#world.nowMs),
      yieldToEventLoop,
    };
    const storeOf = (label: string) => ({ ...base, store: this.#storeOf(this, label) });
    const market = await openMarket(storeOf("poll"));
    const { book, marks, board, live } = market;
    await openDays(storeOf("days"), marks);
    await board.follow(yieldToEventLoop);
    const onCommitted = (key: Parameters<typeof live.noteCommit>[0]) => live.noteCommit(key);
    const services = { ...storeOf("request"), book, marks, holidays: book.holidays, onCommitted };
    const watch = new MarginWatch(
      { ...services, ...storeOf("watch") },
      {
        ...{ holder: this.name, yieldToEventLoop, onFailure: (thrown) => this.#report(thrown) },
        isReceiving: () => this.machine.hasFeed && this.now() - (marks.heardAtMs() ?? this.now()) < 10_000,
      },
    );
    const projection = new DeskProjection({ ...services, ...storeOf("desk") }, { due, yieldToEventLoop });
    const desk = new SharedDesk(projection, () => this.#world.nowMs);
    this.#follow(market, watch, projection);
    const tail = new NotificationFollower(storeOf("tail"));
    await tail.begin();
    this.#repeat(1_500, () => watch.renew());
    this.#repeat(800, () => {
      watch.tick();
      return market.poll();
    });
    this.#keepQuotes(market, watch);
    const told = new Map<string, number>();
    this.#repeat(4_000, async () => this.#noteTail(told, await tail.poll()));
    return { market, watch, projection, desk, services, tail };
  }

  #follow(market: MarketEngine, watch: MarginWatch, projection: DeskProjection): void {
    const guard = (work: Promise<void>): Promise<void> => work.catch((thrown) => this.#report(thrown));
    market.listen({
      onBookChange: () => watch.onBookChange(),
      onPriceChange: (symbols) => watch.onPriceChange(symbols),
      followed: () => watch.followed(),
      follow: (found) => guard(watch.follow(found)),
    });
    market.listen({ follow: () => guard(watch.readBook()) });
    market.listen({
      onBookChange: () => projection.onBookChange(),
      onPriceChange: (symbols) => projection.onPriceChange(symbols),
      followed: () => projection.followed(),
      follow: (found) => guard(projection.follow(found)),
    });
  }

  /** Saves quotes and last prices, if this process is the one that does, or follows those that another saves. */
  #keepQuotes(market: MarketEngine, watch: MarginWatch): void {
    const { board, marks } = market;
    const store = this.#storeOf(this, "quotes");
    const restored: Pick<typeof board, "quoteOf" | "restore"> = {
      quoteOf: (symbol) => board.quoteOf(symbol),
      restore: (snapshot) => {
        marks.restore(snapshot);
        return board.restore(snapshot);
      },
    };
    const keeper = new QuoteKeeper({ store, now: this.now }, restored, {
      heardAtMs: () => marks.heardAtMs(),
    });
    let isRestored = false;
    const read = async (version: number): Promise<void> => {
      const heardAtMs = marks.heardAtMs();
      if (!isRestored) await keeper.restore();
      else if (heardAtMs === undefined || this.now() - heardAtMs >= 10_000) await keeper.follow(version);
      isRestored = true;
    };
    market.listen({
      follow: ({ versions }) => read(versions.quotes).catch((thrown) => this.#report(thrown)),
    });
    this.#repeat(1_000, async () => {
      keeper.note(board.takeChangedSymbols());
      if (!watch.isSaver()) return;
      await marks.save();
      await keeper.save();
    });
  }

  /** What follows the notifications of all users finds each user's in order, without a gap and once. */
  #noteTail(told: Map<string, number>, arrived: Awaited<ReturnType<NotificationFollower["poll"]>>): void {
    for (const { userId, notification } of arrived) {
      const before = told.get(userId) ?? notification.id - 1;
      if (notification.id !== before + 1)
        this.#world.fail(`${this.name} follows ${userId} from notification ${before} to ${notification.id}`);
      told.set(userId, notification.id);
    }
  }

  /** Repeats work with a pause after each time, as a server does. */
  #repeat(pauseMs: number, work: () => Promise<unknown>): void {
    const again = (): void =>
      this.#world.after(this, pauseMs, async () => {
        // The world does not wait for it: it waits for the world.
        void work()
          .catch((thrown) => this.#report(thrown))
          .finally(again);
      });
    again();
  }

  /** Failures of the store are expected. Any other is a fault of the product. */
  #report(thrown: unknown): void {
    if (storeErrorCodeOf(thrown) === undefined)
      this.#world.fail(`${this.name} threw ${thrown instanceof Error ? thrown.stack : thrown}`);
  }
}
