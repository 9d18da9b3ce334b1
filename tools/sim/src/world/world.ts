/** Virtual time, the order of all events, and the trace of a run. */
import { Dice } from "./dice.ts";
import { Digest } from "./digest.ts";

/** Whose event it is: nothing happens to a process that has crashed, and everything comes late to one that is stalled. */
export type Owner = { readonly isDead: boolean; readonly stalledUntilMs: number };

type Event = {
  readonly atMs: number;
  readonly order: number;
  readonly owner: Owner | undefined;
  readonly act: () => unknown;
};

/** Monday, 16 November 2026, 10:00 in Vietnam: HOSE trades, also an hour earlier and later. */
export const beginMs: number = Date.UTC(2026, 10, 16, 3);

/**
 * One event happens at a time: a call of the store, its answer, a timer, a message. The next one is chosen by virtual time, which the dice
 * have drawn, and everything that it sets off without waiting for another event is done before the one after it.
 */
export class World {
  readonly dice: Dice;
  nowMs: number = beginMs;
  stepCount = 0;
  /** The first rule that did not hold. The run ends with it. */
  broken: string | undefined;
  /** The lines of the trace, if they are wanted. */
  readonly lines: string[] | undefined;
  /** What has happened, as distinct kinds of transitions, and how often. */
  readonly kinds: Map<string, number> = new Map();
  /** The faults that were made, by kind. */
  readonly faults: Map<string, number> = new Map();
  readonly #digest = new Digest();
  readonly #drain: () => Promise<void>;
  #events: Event[] = [];
  #order = 0;

  /** `drain` resolves when no promise is left that can settle without another event. */
  constructor(seed: number, { drain, keepsLines }: { drain: () => Promise<void>; keepsLines: boolean }) {
    this.dice = new Dice(seed);
    this.#drain = drain;
    this.lines = keepsLines ? [] : undefined;
  }

  /** The digest of the trace. */
  get hash(): string {
    return this.#digest.toString();
  }

  after(owner: Owner | undefined, delayMs: number, act: () => unknown): void {
    this.#order += 1;
    this.#events.push({ atMs: this.nowMs + delayMs, order: this.#order, owner, act });
  }

  pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(undefined, delayMs, resolve));
  }

  /** Adds a line to the trace. Its kind, without names and amounts, is counted. */
  note(kind: string, rest = ""): void {
    const line = `${this.stepCount} ${this.nowMs - beginMs} ${kind} ${rest}`;
    this.#digest.add(line);
    this.lines?.push(line);
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
  }

  noteFault(kind: string, rest = ""): void {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1);
    this.note(`fault ${kind}`, rest);
  }

  /** Reports a rule that does not hold. */
  fail(rule: string): void {
    if (this.broken !== undefined) return;
    this.broken = rule;
    this.note("broken", rule);
  }

  /** Runs until a time, or until a rule does not hold. */
  async runUntil(untilMs: number, beforeStep: () => void = () => {}): Promise<void> {
    while (this.broken === undefined) {
      const event = this.#takeNext(untilMs);
      if (event === undefined) break;
      this.nowMs = Math.max(this.nowMs, dueMsOf(event));
      this.stepCount += 1;
      beforeStep();
      try {
        await event.act();
      } catch (thrown) {
        this.fail(`an event threw ${thrown instanceof Error ? thrown.stack : thrown}`);
      }
      await this.#drain();
    }
    this.nowMs = Math.max(this.nowMs, untilMs);
  }

  /** Few events wait at a time, so that a search costs less than a heap. */
  #takeNext(untilMs: number): Event | undefined {
    let next: Event | undefined;
    for (const event of this.#events)
      if (event.owner?.isDead !== true && (next === undefined || isBefore(event, next))) next = event;
    if (next === undefined || dueMsOf(next) > untilMs) return undefined;
    this.#events = this.#events.filter((event) => event !== next && event.owner?.isDead !== true);
    return next;
  }
}

/** What a stalled process does comes when it wakes, in the same order. */
function dueMsOf({ atMs, owner }: Event): number {
  return owner === undefined || owner.stalledUntilMs < atMs ? atMs : owner.stalledUntilMs;
}

function isBefore(one: Event, other: Event): boolean {
  const [oneMs, otherMs] = [dueMsOf(one), dueMsOf(other)];
  if (oneMs !== otherMs) return oneMs < otherMs;
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}
