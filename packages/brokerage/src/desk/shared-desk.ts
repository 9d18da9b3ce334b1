/** One state of the desk for all viewers, so that many pages cost little more than one. */
import { type DeskFigures, figuresOfDesk } from "./desk-figures.ts";
import {
  type CallCounts,
  type CallFilter,
  type CallOrder,
  type CallPage,
  countCalls,
  type DeskPage,
  type SelectedCalls,
  selectCalls,
  sortCalls,
} from "./list-calls.ts";
import type { DeskProjection, OpenCall } from "./projection.ts";

/** How old a state gets while it is asked for. */
const ageMsMax = 1_000;

/** The same after a call has opened or ended: pages, which ask every second, show it within 2 s. */
const ageMsMaxOfCalls = 500;

/** How long after an act its viewer gets newer states than others. The rates and prices that it may have set are followed by then. */
const actMs = 2_000;

/** How old a state gets for such a viewer; the first one is made after the act. */
const ageMsMaxOfActs = 250;

/** How many answers a state keeps. Viewers who ask for other pages get theirs made anew. */
const answersMax = 32;

/** The calls and figures of the desk at a moment. What is made of them is made once, when it is first asked for. */
export class DeskState {
  readonly version: string;
  readonly calls: readonly OpenCall[];
  readonly #projection: DeskProjection;
  readonly #sorted = new Map<CallOrder, SelectedCalls>();
  readonly #answers = new Map<string, unknown>();
  #counts: CallCounts | undefined;
  #figures: DeskFigures | undefined;

  constructor(projection: DeskProjection, version: string = projection.version()) {
    this.version = version;
    this.calls = projection.calls();
    this.#projection = projection;
  }

  get figures(): DeskFigures {
    this.#figures ??= figuresOfDesk(this.#projection, this.calls);
    return this.#figures;
  }

  /** Lists the calls that a filter leaves. Reads no store. */
  listCalls(filter: CallFilter, order: CallOrder, { limit, offset }: DeskPage): CallPage {
    const all = this.#sorted.get(order) ?? selectCalls(sortCalls(this.calls, order), {});
    this.#sorted.set(order, all);
    this.#counts ??= countCalls(this.calls);
    const isFiltered = Object.values(filter).some((wanted) => wanted !== undefined);
    const selected = isFiltered ? selectCalls(all.calls, filter) : all;
    const { calls } = selected;
    const page = calls.slice(offset, offset + limit);
    return { ...selected, total: calls.length, counts: this.#counts, calls: page };
  }

  /** Makes an answer, or returns the one that was made for another viewer. */
  answerOnce<Answer>(name: string, make: () => Answer): Answer {
    if (this.#answers.has(name)) return this.#answers.get(name) as Answer;
    const answer = make();
    if (this.#answers.size < answersMax) this.#answers.set(name, answer);
    return answer;
  }
}

/** Gives all viewers the same state for a second. */
export class SharedDesk {
  readonly #projection: DeskProjection;
  readonly #monotonicMs: () => number;
  readonly #ageMsMax: number;
  readonly #actedMs = new Map<string, number>();
  #state: DeskState | undefined;
  #madeMs = 0;
  #changeCount = 0;

  /** `ageMs` of 0 gives every viewer a state of now. */
  constructor(projection: DeskProjection, monotonicMs: () => number, ageMs: number = ageMsMax) {
    this.#projection = projection;
    this.#monotonicMs = monotonicMs;
    this.#ageMsMax = ageMs;
  }

  show(viewer?: string): DeskState {
    const nowMs = this.#monotonicMs();
    if (this.#state !== undefined && nowMs - this.#madeMs < this.#ageMsOf(viewer, nowMs)) return this.#state;
    const version = this.#projection.version();
    if (this.#state?.version !== version) this.#state = new DeskState(this.#projection, version);
    this.#madeMs = nowMs;
    this.#changeCount = this.#countCallChanges();
    return this.#state;
  }

  /** Lets a viewer who has changed something see it at once. */
  noteAct(viewer: string): void {
    this.#actedMs.set(viewer, this.#monotonicMs());
  }

  #ageMsOf(viewer: string | undefined, nowMs: number): number {
    const actedMs = viewer === undefined ? undefined : this.#actedMs.get(viewer);
    if (viewer !== undefined && actedMs !== undefined) {
      if (this.#madeMs <= actedMs) return 0;
      if (nowMs - actedMs < actMs) return Math.min(ageMsMaxOfActs, this.#ageMsMax);
      this.#actedMs.delete(viewer);
    }
    const hasNewCalls = this.#countCallChanges() !== this.#changeCount;
    return hasNewCalls ? Math.min(ageMsMaxOfCalls, this.#ageMsMax) : this.#ageMsMax;
  }

  #countCallChanges(): number {
    const { openedCount, endedCount } = this.#projection.callChanges;
    return openedCount + endedCount;
  }
}
