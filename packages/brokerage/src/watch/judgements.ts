import { onePrice } from "@trading-oms/market";
import { checkHolding, type HoldingQuestion, mayDecide } from "../accounts/episodes.ts";
import type { AccountState } from "../ports/index.ts";
import { isKnownHeldBack } from "../quotes/held-back.ts";
import type { WatchServices } from "../services.ts";
import { queueWork, type WorkQueue } from "./queue-work.ts";

/** Receives the results of judgements. */
type JudgementListener = {
  /** Takes the account after a judgement. `hasMoved` tells whether its mark has moved meanwhile. */
  readonly take: (state: AccountState, question: HoldingQuestion, hasMoved: boolean) => void;
  /** Reports a failed judgement, which will be retried. */
  readonly onFailure: (thrown: unknown) => void;
  /** Whether a position still belongs to this process. */
  readonly isOurs: (question: HoldingQuestion) => boolean;
};

/** Counts of judgements since the start, and of those that wait or run. */
export type JudgementCounts = {
  readonly judgedCount: number;
  readonly toldCount: number;
  readonly failedCount: number;
  readonly underWayCount: number;
  /** Postponed judgements. */
  readonly laterCount: number;
};

type Asked = { question: HoldingQuestion; isAskedAgain: boolean };

/** The delay before a failed or inconclusive judgement is repeated. */
const againMs = 1_000;
const atOnceMax = 32;

/** Judges positions concurrently, each at most once at a time. Failures are retried until they succeed or the position is no longer ours. */
export class Judgements {
  readonly #services: WatchServices;
  readonly #listener: JudgementListener;
  readonly #queue: WorkQueue<Asked>;
  readonly #asked = new Map<string, Asked>();
  readonly #later = new Map<string, { readonly question: HoldingQuestion; readonly sinceMs: number }>();
  #judgedCount = 0;
  #toldCount = 0;
  #failedCount = 0;

  constructor(services: WatchServices, listener: JudgementListener) {
    this.#services = services;
    this.#listener = listener;
    this.#queue = queueWork((asked) => this.#judge(asked), atOnceMax);
  }

  counts(): JudgementCounts {
    return {
      judgedCount: this.#judgedCount,
      toldCount: this.#toldCount,
      failedCount: this.#failedCount,
      underWayCount: this.#queue.count(),
      laterCount: this.#later.size,
    };
  }

  /** Requests a judgement. A request during its run repeats it on the state of that time. */
  ask(question: HoldingQuestion): void {
    const asked = this.#asked.get(nameOf(question));
    if (asked === undefined) {
      const fresh = { question, isAskedAgain: false };
      this.#asked.set(nameOf(question), fresh);
      this.#queue.add(fresh);
      return;
    }
    asked.isAskedAgain = true;
    asked.question = { ...question, isChange: question.isChange || asked.question.isChange };
  }

  askLater(question: HoldingQuestion): void {
    const name = nameOf(question);
    const isChange = question.isChange || this.#later.get(name)?.question.isChange === true;
    this.#later.set(name, { question: { ...question, isChange }, sinceMs: this.#services.now() });
  }

  /** Requests postponed judgements that are due. */
  tick(): void {
    const nowMs = this.#services.now();
    for (const [name, { question, sinceMs }] of [...this.#later]) {
      // A clock that moved back must not delay what is due.
      if (Math.abs(nowMs - sinceMs) < againMs) continue;
      this.#later.delete(name);
      this.ask(question);
    }
  }

  /** Resolves when nothing runs. Postponed judgements are dropped. */
  settle(): Promise<void> {
    this.#later.clear();
    return this.#queue.settle();
  }

  async #judge(asked: Asked): Promise<void> {
    const { question } = asked;
    asked.isAskedAgain = false;
    try {
      if (!this.#listener.isOurs(question)) return;
      const mark = this.#services.marks.markOf(question.symbol);
      const judged = await checkHolding(this.#services, question);
      if (judged.kind === "done") {
        this.#judgedCount += 1;
        this.#toldCount += judged.toldCount;
        const hasMoved = this.#services.marks.markOf(question.symbol) !== mark;
        this.#listener.take(judged.state, question, hasMoved);
      } else if (judged.code === "too_busy") this.askLater(question);
    } catch (thrown) {
      this.#failedCount += 1;
      this.askLater(question);
      this.#listener.onFailure(thrown);
    } finally {
      this.#asked.delete(nameOf(question));
      if (asked.isAskedAgain) this.ask(asked.question);
    }
  }
}

function nameOf({ userId, accountId, symbol }: HoldingQuestion): string {
  return `${userId}/${accountId}/${symbol}`;
}

/**
 * Why a position reached by its mark is judged: something other than a feed price has changed, a feed price may decide,
 * or nothing may decide yet.
 */
type Why = "change" | "price" | "not-yet";

/** Tells whether the current mark of a symbol may be judged now. */
export function whyJudged(services: WatchServices, symbol: string): Why {
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
 * which was judged by the rates of its time.
 */
export function areRatesUnjudged(
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
