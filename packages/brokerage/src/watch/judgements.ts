import { onePrice } from "@trading-oms/market";
import type { AccountState } from "../ports/index.ts";
import type { WatchServices } from "../services.ts";
import { type HoldingQuestion, judgeHolding, mayDecide } from "./episodes.ts";
import { queueWork, type WorkQueue } from "./queue-work.ts";

/** Who hears of judgements. */
type JudgementEars = {
  /** Takes the account as it is after a judgement, during which its mark may have moved on. */
  readonly take: (state: AccountState, question: HoldingQuestion, hasMoved: boolean) => void;
  /** Hears of a judgement that failed and will be tried again. */
  readonly tellFailure: (thrown: unknown) => void;
  /** Whether a position is still this process's to judge. */
  readonly isOurs: (question: HoldingQuestion) => boolean;
};

/** What was judged since the beginning, and what waits or is under way. */
export type JudgementCounts = {
  readonly judgedCount: number;
  readonly toldCount: number;
  readonly failedCount: number;
  readonly underWayCount: number;
  /** Put off, to be judged again. */
  readonly laterCount: number;
};

type Asked = { question: HoldingQuestion; isAskedAgain: boolean };

/** What failed, or came to nothing, is judged again after so long. */
const againMs = 1_000;
const atOnceMax = 32;

/** Judges positions, some at once and none twice at once; what fails is judged again until it does not. */
export class Judgements {
  readonly #services: WatchServices;
  readonly #ears: JudgementEars;
  readonly #queue: WorkQueue<Asked>;
  readonly #asked = new Map<string, Asked>();
  readonly #later = new Map<string, { readonly question: HoldingQuestion; readonly sinceMs: number }>();
  #judgedCount = 0;
  #toldCount = 0;
  #failedCount = 0;

  constructor(services: WatchServices, ears: JudgementEars) {
    this.#services = services;
    this.#ears = ears;
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

  /** Asks for a judgement; one that is asked for while it is under way is made once more, on what is there by then. */
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

  /** Asks for what was put off and is due by now. */
  tick(): void {
    const nowMs = this.#services.now();
    for (const [name, { question, sinceMs }] of [...this.#later]) {
      // A clock that was put back must not put off what is due.
      if (Math.abs(nowMs - sinceMs) < againMs) continue;
      this.#later.delete(name);
      this.ask(question);
    }
  }

  /** Resolves when nothing is under way; what was put off is given up. */
  settle(): Promise<void> {
    this.#later.clear();
    return this.#queue.settle();
  }

  async #judge(asked: Asked): Promise<void> {
    const { question } = asked;
    asked.isAskedAgain = false;
    try {
      if (!this.#ears.isOurs(question)) return;
      const mark = this.#services.marks.markOf(question.symbol);
      const judged = await judgeHolding(this.#services, question);
      if (judged.kind === "done") {
        this.#judgedCount += 1;
        this.#toldCount += judged.toldCount;
        const hasMoved = this.#services.marks.markOf(question.symbol) !== mark;
        this.#ears.take(judged.state, question, hasMoved);
      } else if (judged.code === "too-busy") this.askLater(question);
    } catch (thrown) {
      this.#failedCount += 1;
      this.askLater(question);
      this.#ears.tellFailure(thrown);
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
 * Why a position is judged that its mark reaches: because something besides a price of a feed has changed, because such
 * a price may decide, or not yet.
 */
type Why = "change" | "price" | "not-yet";

/** Tells whether what the mark of a symbol reaches is judged now, by the mark alone. */
export function whyJudged({ book, marks, now }: WatchServices, symbol: string): Why {
  const mark = marks.markOf(symbol);
  const instrument = book.findInstrument(symbol);
  if (instrument === undefined || mark?.isByHand === true) return "change";
  if (mark === undefined) return "not-yet";
  const question = { mark, exchange: instrument.exchange, atMs: now(), holidays: book.holidays() };
  return mayDecide(marks, question) ? "price" : "not-yet";
}

/**
 * Whether rates came when nobody may have watched: after the position, its episode and its last price, each of which
 * was judged by the rates of its time.
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

/** What one unit of a symbol is worth at its mark; undefined where only what was paid for it tells, or it is not whole. */
export function markedUnitVnd({ book, marks }: WatchServices, symbol: string): bigint | undefined {
  const instrument = book.findInstrument(symbol);
  if (instrument === undefined) return undefined;
  const price = marks.priceOf(symbol) ?? instrument.referencePrice;
  const worth = price * (instrument.contractSize ?? 1n);
  return worth % onePrice === 0n ? worth / onePrice : undefined;
}
