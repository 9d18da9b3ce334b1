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

// The ratio of 1,000 FPT is 0.4 at 83,333 and a third, 0.44 at 89,285 and five sevenths, 0.3 at 71,428 and four sevenths.
const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
const fpt = openPosition(1_000n, 100_000_000n, rates);
const opened: Episode = { number: 1n, isOpen: true, isForceCloseTold: false, reminder: 0n };

describe("An episode opens", () => {
  test("A price at the call rate tells nothing, and the next below opens and tells once", () => {
    expect(at(noEpisode, 83_334n)).toEqual({ episode: noEpisode, event: "none", tellings: [] });
    expect(at(noEpisode, 83_333n)).toEqual({
      episode: opened,
      event: "opened",
      tellings: [marginCall({ amountVnd: 333_200n - 333_000n })],
    });
    expect(at(opened, 83_333n)).toEqual({ episode: opened, event: "none", tellings: [] });
  });

  test("The amount that is told is the need at the mark", () => {
    expect(at(noEpisode, 80_000n).tellings).toEqual([marginCall({ amountVnd: 2_000_000n })]);
  });

  test("A gap through both floors tells the margin call first, then the force close", () => {
    expect(at(noEpisode, 71_428n)).toMatchObject({
      episode: { isForceCloseTold: true },
      tellings: [{ type: "MarginCall" }, { type: "ForceClose" }],
    });
  });

  test("Each opening raises the number, also after a close", () => {
    const closed = decideEpisode({ episode: opened, held: undefined, occasion: "change", hoursTraded: 0n });
    expect(closed).toEqual({ episode: { ...opened, isOpen: false }, event: "ended", tellings: [] });
    expect(at(closed.episode, 80_000n)).toMatchObject({ episode: { number: 2n }, event: "opened" });
  });

  test.each<EpisodeOccasion>(["price", "change", "raise"])(
    "Below the call rate a %s opens it",
    (occasion) => {
      expect(at(noEpisode, 80_000n, { occasion }).event).toBe("opened");
    },
  );

  test("The clock alone neither opens nor ends an episode, and tells no force close", () => {
    expect(at(noEpisode, 70_000n, { occasion: "clock" }).event).toBe("none");
    expect(at(opened, 99_000n, { occasion: "clock" }).event).toBe("none");
    expect(at(opened, 70_000n, { occasion: "clock" }).tellings).toEqual([]);
  });
});

describe("An episode ends", () => {
  test("A price has to come back to a tenth above the call rate", () => {
    expect(at(opened, 89_285n)).toMatchObject({ event: "none", tellings: [] });
    expect(at(opened, 89_286n)).toEqual({
      episode: { ...opened, isOpen: false },
      event: "ended",
      tellings: [],
    });
  });

  test("A raise that reaches the call rate ends it, and one that does not leaves it open", () => {
    expect(at(opened, 80_000n, { coveredVnd: 2_000_000n, occasion: "raise" }).event).toBe("ended");
    expect(at(opened, 80_000n, { coveredVnd: 1_999_999n, occasion: "raise" }).event).toBe("none");
  });

  test("Another change that reaches the call rate, and no more, leaves it open", () => {
    expect(at(opened, 80_000n, { coveredVnd: 2_000_000n, occasion: "change" }).event).toBe("none");
  });

  test("A call rate of 0 ends it, whatever the ratio", () => {
    const off = { ...rates, marginCallRate: 0n, forceCloseRate: 0n };
    expect(at(opened, 40_000n, { occasion: "change", rates: off }).event).toBe("ended");
  });

  test("Where a tenth above the call rate is beyond 1, a ratio of 1 is enough", () => {
    const high = { marginRatio: 1_000_000n, marginCallRate: 950_000n, forceCloseRate: 0n };
    const short = openPosition(-10n, 1_000n, high);
    const question = { episode: opened, occasion: "price" as const, hoursTraded: 0n };
    const held = { position: short, rates: high };
    expect(decideEpisode({ ...question, held: { ...held, unitVnd: 101n } }).event).toBe("none");
    expect(decideEpisode({ ...question, held: { ...held, unitVnd: 100n } }).event).toBe("ended");
  });

  test("A position that is closed without an episode ends none", () => {
    const decision = decideEpisode({
      episode: noEpisode,
      held: undefined,
      occasion: "change",
      hoursTraded: 0n,
    });
    expect(decision).toEqual({ episode: noEpisode, event: "none", tellings: [] });
  });
});

describe("A force close is told", () => {
  test("It is told below its floor, once in an episode", () => {
    expect(at(opened, 71_429n).tellings).toEqual([]);
    const told = at(opened, 71_428n);
    expect(told.tellings).toMatchObject([{ type: "ForceClose", episodeNumber: 1n, reminderNumber: 0n }]);
    const recovered = at(told.episode, 75_000n);
    expect(at(recovered.episode, 60_000n).tellings).toEqual([]);
  });

  test("A new episode tells it again", () => {
    const told = at(opened, 71_000n).episode;
    const ended = at(told, 95_000n).episode;
    expect(at(ended, 71_000n).tellings).toHaveLength(2);
  });

  test("A force-close rate of 0 tells none, however far the price falls", () => {
    const off = { ...rates, forceCloseRate: 0n };
    expect(at(noEpisode, 1n, { rates: off }).tellings).toMatchObject([{ type: "MarginCall" }]);
  });
});

describe("Reminders are told after full hours of trading", () => {
  test("A full hour reminds once, under the number of the hour", () => {
    const first = at(opened, 80_000n, { occasion: "clock", hoursTraded: 1n });
    expect(first.tellings).toEqual([marginCall({ reminderNumber: 1n, amountVnd: 2_000_000n })]);
    expect(at(first.episode, 80_000n, { occasion: "clock", hoursTraded: 1n }).tellings).toEqual([]);
    expect(at(first.episode, 80_000n, { occasion: "clock", hoursTraded: 2n }).tellings).toHaveLength(1);
  });

  test("Hours that were missed are not made up: the last one alone is told", () => {
    const late = at(opened, 80_000n, { occasion: "clock", hoursTraded: 3n });
    expect(late.tellings).toMatchObject([{ type: "MarginCall", reminderNumber: 3n }]);
    expect(late.episode.reminder).toBe(3n);
  });

  test("An hour that ended long ago reminds of nothing, and is not told of later either", () => {
    const late = at(opened, 80_000n, { occasion: "clock", hoursTraded: 3n, isReminderLate: true });
    expect(late).toMatchObject({ event: "none", tellings: [], episode: { isOpen: true, reminder: 3n } });
    expect(at(late.episode, 80_000n, { occasion: "clock", hoursTraded: 3n }).tellings).toEqual([]);
  });

  test("None is told while the ratio is at the call rate or above, nor for that hour later", () => {
    const paused = at(opened, 84_000n, { occasion: "clock", hoursTraded: 1n });
    expect(paused).toMatchObject({ event: "none", tellings: [], episode: { reminder: 1n } });
    expect(at(paused.episode, 80_000n, { hoursTraded: 1n }).tellings).toEqual([]);
  });

  test("A price that finds a reminder due and a force close tells both, in this order", () => {
    expect(at(opened, 70_000n, { hoursTraded: 1n }).tellings).toMatchObject([
      { type: "MarginCall", reminderNumber: 1n },
      { type: "ForceClose", reminderNumber: 0n },
    ]);
  });

  test("A new episode counts its hours from nothing", () => {
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
