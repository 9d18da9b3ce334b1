import { describe, expect, test } from "vitest";
import {
  decideEpisode,
  type Episode,
  type EpisodeOccasion,
  noEpisode,
  openPosition,
  type Position,
  type Rates,
} from "./index.ts";

// The ratio of 1,000 FPT is 0.4 at 83,333 1/3, 0.44 at 89,285 5/7 and 0.3 at 71,428 4/7.
const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
const fpt = openPosition(1_000n, 100_000_000n, rates);
const opened: Episode = { number: 1n, isOpen: true, isForceCloseNotified: false, reminder: 0n };

describe("opening", () => {
  test("stays closed at the call rate, and opens with one notice at the next price below", () => {
    expect(at(noEpisode, 83_334n)).toEqual({ episode: noEpisode, event: "none", notices: [] });
    expect(at(noEpisode, 83_333n)).toEqual({
      episode: opened,
      event: "opened",
      notices: [marginCall({ amountVnd: 333_200n - 333_000n })],
    });
    expect(at(opened, 83_333n)).toEqual({ episode: opened, event: "none", notices: [] });
  });

  test("the notice contains the needed amount at the mark", () => {
    expect(at(noEpisode, 80_000n).notices).toEqual([marginCall({ amountVnd: 2_000_000n })]);
  });

  test("a gap below both rates sends the margin call first, then the force close", () => {
    expect(at(noEpisode, 71_428n)).toMatchObject({
      episode: { isForceCloseNotified: true },
      notices: [{ type: "MarginCall" }, { type: "ForceClose" }],
    });
  });

  test("each opening increments the number, also after a close", () => {
    const closed = decideEpisode({ episode: opened, held: undefined, occasion: "change", hoursTraded: 0n });
    expect(closed).toEqual({ episode: { ...opened, isOpen: false }, event: "ended", notices: [] });
    expect(at(closed.episode, 80_000n)).toMatchObject({ episode: { number: 2n }, event: "opened" });
  });

  test.each<EpisodeOccasion>(["price", "change", "raise"])(
    "a %s below the call rate opens an episode",
    (occasion) => {
      expect(at(noEpisode, 80_000n, { occasion }).event).toBe("opened");
    },
  );

  test("the clock alone neither opens nor ends an episode, and sends no force close", () => {
    expect(at(noEpisode, 70_000n, { occasion: "clock" }).event).toBe("none");
    expect(at(opened, 99_000n, { occasion: "clock" }).event).toBe("none");
    expect(at(opened, 70_000n, { occasion: "clock" }).notices).toEqual([]);
  });
});

describe("ending", () => {
  test("a price has to recover to 110 % of the call rate", () => {
    expect(at(opened, 89_285n)).toMatchObject({ event: "none", notices: [] });
    expect(at(opened, 89_286n)).toEqual({
      episode: { ...opened, isOpen: false },
      event: "ended",
      notices: [],
    });
  });

  test("a raise that reaches the call rate ends it, and a smaller one does not", () => {
    expect(at(opened, 80_000n, { coveredVnd: 2_000_000n, occasion: "raise" }).event).toBe("ended");
    expect(at(opened, 80_000n, { coveredVnd: 1_999_999n, occasion: "raise" }).event).toBe("none");
  });

  test("another change that just reaches the call rate leaves it open", () => {
    expect(at(opened, 80_000n, { coveredVnd: 2_000_000n, occasion: "change" }).event).toBe("none");
  });

  test("a call rate of 0 ends it at any ratio", () => {
    const off = { ...rates, marginCallRate: 0n, forceCloseRate: 0n };
    expect(at(opened, 40_000n, { occasion: "change", rates: off }).event).toBe("ended");
  });

  test("a ratio of 1 is enough if 110 % of the call rate exceeds 1", () => {
    const high = { marginRatio: 1_000_000n, marginCallRate: 950_000n, forceCloseRate: 0n };
    const short = openPosition(-10n, 1_000n, high);
    const question = { episode: opened, occasion: "price" as const, hoursTraded: 0n };
    const held = { position: short, rates: high };
    expect(decideEpisode({ ...question, held: { ...held, unitVnd: 101n } }).event).toBe("none");
    expect(decideEpisode({ ...question, held: { ...held, unitVnd: 100n } }).event).toBe("ended");
  });

  test("closing a position without an open episode ends none", () => {
    const decision = decideEpisode({
      episode: noEpisode,
      held: undefined,
      occasion: "change",
      hoursTraded: 0n,
    });
    expect(decision).toEqual({ episode: noEpisode, event: "none", notices: [] });
  });
});

describe("force close", () => {
  test("is sent below its rate, once per episode", () => {
    expect(at(opened, 71_429n).notices).toEqual([]);
    const called = at(opened, 71_428n);
    expect(called.notices).toMatchObject([{ type: "ForceClose", episodeNumber: 1n, reminderNumber: 0n }]);
    const recovered = at(called.episode, 75_000n);
    expect(at(recovered.episode, 60_000n).notices).toEqual([]);
  });

  test("is sent again in a new episode", () => {
    const called = at(opened, 71_000n).episode;
    const ended = at(called, 95_000n).episode;
    expect(at(ended, 71_000n).notices).toHaveLength(2);
  });

  test("is never sent at a force-close rate of 0", () => {
    const off = { ...rates, forceCloseRate: 0n };
    expect(at(noEpisode, 1n, { rates: off }).notices).toMatchObject([{ type: "MarginCall" }]);
  });
});

describe("reminders after full trading hours", () => {
  test("reminds once per full hour, with the number of the hour", () => {
    const first = at(opened, 80_000n, { occasion: "clock", hoursTraded: 1n });
    expect(first.notices).toEqual([marginCall({ reminderNumber: 1n, amountVnd: 2_000_000n })]);
    expect(at(first.episode, 80_000n, { occasion: "clock", hoursTraded: 1n }).notices).toEqual([]);
    expect(at(first.episode, 80_000n, { occasion: "clock", hoursTraded: 2n }).notices).toHaveLength(1);
  });

  test("after missed hours, reminds of the last one only", () => {
    const late = at(opened, 80_000n, { occasion: "clock", hoursTraded: 3n });
    expect(late.notices).toMatchObject([{ type: "MarginCall", reminderNumber: 3n }]);
    expect(late.episode.reminder).toBe(3n);
  });

  test("skips the reminder of an hour that ended long ago, also later", () => {
    const late = at(opened, 80_000n, { occasion: "clock", hoursTraded: 3n, isReminderLate: true });
    expect(late).toMatchObject({ event: "none", notices: [], episode: { isOpen: true, reminder: 3n } });
    expect(at(late.episode, 80_000n, { occasion: "clock", hoursTraded: 3n }).notices).toEqual([]);
  });

  test("skips the reminder while the ratio is at or above the call rate, also later", () => {
    const paused = at(opened, 84_000n, { occasion: "clock", hoursTraded: 1n });
    expect(paused).toMatchObject({ event: "none", notices: [], episode: { reminder: 1n } });
    expect(at(paused.episode, 80_000n, { hoursTraded: 1n }).notices).toEqual([]);
  });

  test("a price with a due reminder and a force close sends both, in this order", () => {
    expect(at(opened, 70_000n, { hoursTraded: 1n }).notices).toMatchObject([
      { type: "MarginCall", reminderNumber: 1n },
      { type: "ForceClose", reminderNumber: 0n },
    ]);
  });

  test("a new episode counts its hours from 0", () => {
    const ended = { ...opened, isOpen: false, reminder: 5n };
    expect(at(ended, 80_000n, { hoursTraded: 0n }).episode.reminder).toBe(0n);
  });
});

type Circumstances = {
  readonly occasion?: EpisodeOccasion;
  readonly coveredVnd?: bigint;
  readonly rates?: Rates;
  readonly hoursTraded?: bigint;
  readonly isReminderLate?: boolean;
};

function at(episode: Episode, unitVnd: bigint, given: Circumstances = {}) {
  const { occasion = "price", coveredVnd = 0n, hoursTraded = 0n, isReminderLate } = given;
  const position: Position = { ...fpt, coveredVnd };
  return decideEpisode({
    episode,
    held: { position, rates: given.rates ?? rates, unitVnd },
    occasion,
    hoursTraded,
    isReminderLate,
  });
}

function marginCall(given: object) {
  return { type: "MarginCall", episodeNumber: 1n, reminderNumber: 0n, amountVnd: 0n, ...given };
}
