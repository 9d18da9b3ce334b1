import { onePrice } from "@trading-oms/market";
import { checkHolding, type HoldingQuestion, mayDecide } from "../accounts/episodes.ts";
import type { AccountState } from "../ports/index.ts";
import { isKnownHeldBack } from "../quotes/held-back.ts";
import type { WatchServices } from "../services.ts";
import { queueWork, type WorkQueue } from "./queue-work.ts";

type EvaluationListener = {
  /** Takes the account after an evaluation. `hasMoved` tells whether its mark has moved meanwhile. */
  readonly take: (state: AccountState, question: HoldingQuestion, hasMoved: boolean) => void;
  /** Reports a failed evaluation, which will be retried. */
  readonly onFailure: (thrown: unknown) => void;
  /** Whether a position still belongs to this process. */
  readonly isOurs: (question: HoldingQuestion) => boolean;
};

/** Counts of evaluations since the start, and of those that wait or run. */
export type EvaluationCounts = {
  readonly evaluatedCount: number;
  readonly notifiedCount: number;
  readonly failedCount: number;
  readonly underWayCount: number;
  /** Postponed evaluations. */
  readonly laterCount: number;
};

type PendingQuestion = { question: HoldingQuestion; isRepeated: boolean };

/** The delay before a failed or inconclusive evaluation is repeated. */
const againMs = 1_000;
const atOnceMax = 32;

/** Evaluates positions concurrently, each at most once at a time. Failures are retried until they succeed or the position is no longer ours. */
export class Evaluations {
  readonly #services: WatchServices;
  readonly #listener: EvaluationListener;
  readonly #queue: WorkQueue<PendingQuestion>;
  readonly #pending = new Map<string, PendingQuestion>();
  readonly #later = new Map<string, { readonly question: HoldingQuestion; readonly sinceMs: number }>();
  #evaluatedCount = 0;
  #notifiedCount = 0;
  #failedCount = 0;

  constructor(services: WatchServices, listener: EvaluationListener) {
    this.#services = services;
    this.#listener = listener;
    this.#queue = queueWork((pending) => this.#evaluate(pending), atOnceMax);
  }

  counts(): EvaluationCounts {
    return {
      evaluatedCount: this.#evaluatedCount,
      notifiedCount: this.#notifiedCount,
      failedCount: this.#failedCount,
      underWayCount: this.#queue.count(),
      laterCount: this.#later.size,
    };
  }

  /** Requests an evaluation. A request during its run repeats it on the state of that time. */
  request(question: HoldingQuestion): void {
    const pending = this.#pending.get(nameOf(question));
    if (pending === undefined) {
      const fresh = { question, isRepeated: false };
      this.#pending.set(nameOf(question), fresh);
      this.#queue.add(fresh);
      return;
    }
    pending.isRepeated = true;
    pending.question = { ...question, isChange: question.isChange || pending.question.isChange };
  }

  postpone(question: HoldingQuestion): void {
    const name = nameOf(question);
    const isChange = question.isChange || this.#later.get(name)?.question.isChange === true;
    this.#later.set(name, { question: { ...question, isChange }, sinceMs: this.#services.now() });
  }

  /** Requests postponed evaluations that are due. */
  tick(): void {
    const nowMs = this.#services.now();
    for (const [name, { question, sinceMs }] of [...this.#later]) {
      // A clock that moved back must not delay what is due.
      if (Math.abs(nowMs - sinceMs) < againMs) continue;
      this.#later.delete(name);
      this.request(question);
    }
  }

  /** Resolves when nothing runs. Postponed evaluations are dropped. */
  settle(): Promise<void> {
    this.#later.clear();
    return this.#queue.settle();
  }

  async #evaluate(pending: PendingQuestion): Promise<void> {
    const { question } = pending;
    pending.isRepeated = false;
    try {
      if (!this.#listener.isOurs(question)) return;
      const mark = this.#services.marks.markOf(question.symbol);
      const evaluated = await checkHolding(this.#services, question);
      if (evaluated.kind === "done") {
        this.#evaluatedCount += 1;
        this.#notifiedCount += evaluated.notifiedCount;
        const hasMoved = this.#services.marks.markOf(question.symbol) !== mark;
        this.#listener.take(evaluated.state, question, hasMoved);
      } else if (evaluated.code === "too_busy") this.postpone(question);
    } catch (thrown) {
      this.#failedCount += 1;
      this.postpone(question);
      this.#listener.onFailure(thrown);
    } finally {
      this.#pending.delete(nameOf(question));
      if (pending.isRepeated) this.request(pending.question);
    }
  }
}

function nameOf({ userId, accountId, symbol }: HoldingQuestion): string {
  return `${userId}/${accountId}/${symbol}`;
}

/**
 * Why a position reached by its mark is evaluated: something other than a feed price has changed, a feed price may decide,
 * or nothing may decide yet.
 */
type Why = "change" | "price" | "not-yet";

/** Tells whether the current mark of a symbol may be evaluated now. */
export function whyEvaluated(services: WatchServices, symbol: string): Why {
  const { book, marks, now } = services;
  // The symbol is looked at again until an operator has adjusted its positions or released it.
  if (isKnownHeldBack(services, symbol)) return "not-yet";
  const mark = marks.markOf(symbol);
  const instrument = book.findInstrument(symbol);
  if (instrument === undefined || mark?.isByHand === true) return "change";
  if (mark === undefined) return "not-yet";
  const { exchange } = instrument;
  const isHalted = marks.isHalted(symbol);
  const question = { mark, isHalted, exchange, atMs: now(), holidays: book.holidays() };
  return mayDecide(marks, question) ? "price" : "not-yet";
}

/**
 * Whether rates were set while perhaps no process watched: after the position, its episode and its last price, each of
 * which was evaluated by the rates of its time.
 */
export function areRatesUnevaluated(
  { book, marks }: WatchServices,
  { positions, episodes }: AccountState,
  symbol: string,
): boolean {
  const instrument = book.findInstrument(symbol);
  const ratesSinceMs = instrument && book.ratesSinceMs(instrument);
  if (ratesSinceMs === undefined) return false;
  const position = positions.find((each) => each.symbol === symbol);
  const episode = episodes.find((each) => each.symbol === symbol);
  const timesMs = [position?.changedAtMs, episode?.openedAtMs, marks.markOf(symbol)?.atMs];
  return timesMs.every((timeMs) => timeMs === undefined || timeMs < ratesSinceMs);
}

/**
 * The value of one unit at the mark of a symbol. Undefined without a mark other than the average price, or if it is not
 * whole.
 */
export function markedUnitVnd({ book, marks }: WatchServices, symbol: string): bigint | undefined {
  const instrument = book.findInstrument(symbol);
  if (instrument === undefined) return undefined;
  const price = marks.priceOf(symbol) ?? instrument.referencePrice;
  const worth = price * (instrument.contractSize ?? 1n);
  return worth % onePrice === 0n ? worth / onePrice : undefined;
}
