/** The figures of all accounts: now, and at the end of each minute. */
import { countCalls } from "./list-calls.ts";
import type { DeskProjection, OpenCall } from "./projection.ts";

/** The figures of all accounts. */
export type DeskFigures = {
  readonly openCalls: number;
  readonly outstandingVnd: bigint;
  readonly neededVnd: bigint;
  readonly dueToday: number;
  readonly overdue: number;
  readonly marketVnd: bigint;
  readonly positionCount: number;
  readonly accountCount: number;
  /** The times of the oldest and the newest last price that values a position. */
  readonly oldestPriceMs: number | undefined;
  readonly newestPriceMs: number | undefined;
};

/** The figures at the end of a minute, which began at `atMs`. */
export type DeskMinute = DeskFigures & { readonly atMs: number };

/** Computes the figures of now; `calls` are the open ones. */
export function figuresOfDesk(
  projection: DeskProjection,
  calls: readonly OpenCall[] = projection.calls(),
): DeskFigures {
  const { holdings } = projection;
  const counts = countCalls(calls);
  const priceOf = projection.scanPrices();
  const sizes = new Map<ReturnType<typeof priceOf>, number>();
  for (let row = 0; row < holdings.rowsEnd; row += 1) {
    if (!holdings.isHeld(row)) continue;
    const price = priceOf(row);
    sizes.set(price, (sizes.get(price) ?? 0) + Math.abs(holdings.quantityOf(row)));
  }
  let marketVnd = 0n;
  let oldestPriceMs: number | undefined;
  let newestPriceMs: number | undefined;
  for (const [{ unitVnd, atMs }, size] of sizes) {
    marketVnd += BigInt(size) * unitVnd;
    if (atMs === undefined) continue;
    oldestPriceMs = Math.min(oldestPriceMs ?? atMs, atMs);
    newestPriceMs = Math.max(newestPriceMs ?? atMs, atMs);
  }
  return {
    openCalls: calls.length,
    outstandingVnd: calls.reduce((sumVnd, call) => sumVnd + call.outstandingVnd, 0n),
    neededVnd: calls.reduce((sumVnd, call) => sumVnd + call.valued.figures.neededVnd, 0n),
    dueToday: counts.dueToday,
    overdue: counts.overdue,
    marketVnd,
    positionCount: holdings.positionCount,
    accountCount: holdings.accountCount,
    oldestPriceMs,
    newestPriceMs,
  };
}

const minuteMs = 60_000;
/** Ten hours. */
const minutesMax = 600;

/** The figures of the last minutes. Its owner calls `note` at least once a minute. */
export class DeskMinutes {
  readonly #projection: DeskProjection;
  readonly #readFigures: () => DeskFigures;
  readonly #minutes: DeskMinute[] = [];
  #minute: number | undefined;

  constructor(projection: DeskProjection, readFigures: () => DeskFigures = () => figuresOfDesk(projection)) {
    this.#projection = projection;
    this.#readFigures = readFigures;
  }

  /** Keeps the figures of a minute when it has ended. */
  note(): void {
    const minute = this.#minuteOfNow();
    if (!this.#projection.isLoaded || minute === this.#minute) return;
    if (this.#minute !== undefined) this.#minutes.push(this.#measure(this.#minute));
    // The present one is added when the list is read.
    if (this.#minutes.length >= minutesMax) this.#minutes.shift();
    this.#minute = minute;
  }

  /** The minutes since the start, oldest first, the present one last. */
  list(): DeskMinute[] {
    return [...this.#minutes, this.#measure(this.#minuteOfNow())];
  }

  #minuteOfNow(): number {
    return Math.floor(this.#projection.services.now() / minuteMs);
  }

  #measure(minute: number): DeskMinute {
    return { atMs: minute * minuteMs, ...this.#readFigures() };
  }
}
