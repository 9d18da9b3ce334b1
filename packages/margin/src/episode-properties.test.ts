import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decideEpisode,
  type Episode,
  type EpisodeNotice,
  noEpisode,
  quietRangeOf,
  type UnitRange,
} from "./index.ts";
import {
  arbitraryMarkedPosition,
  arbitraryPosition,
  arbitraryPositionAt,
  arbitraryRates,
  arbitraryUnitVnd,
  type MarkedPosition,
} from "./testing/arbitrary-position.ts";

const arbitraryEpisode: fc.Arbitrary<Episode> = fc
  .tuple(fc.boolean(), fc.boolean())
  .map(([isOpen, isForceCloseNotified]) => ({ number: 7n, isOpen, isForceCloseNotified, reminder: 0n }));

test("prices within the quiet range have no effect, and every price outside has one", () => {
  fc.assert(
    fc.property(
      arbitraryMarkedPosition,
      arbitraryEpisode,
      arbitraryUnitVnd,
      ({ position, rates, unitVnd: markedVnd }, episode, drawnVnd) => {
        const range = quietRangeOf(position, rates, episode);
        // Both ends, and the prices 1 VND to each side of them.
        const ends = [range.unitVndMin, range.unitVndMax ?? drawnVnd];
        const around = ends.flatMap((endVnd) => [endVnd - 1n, endVnd, endVnd + 1n]);
        for (const unitVnd of [drawnVnd, markedVnd, ...around].filter((each) => each > 0n)) {
          expect(isQuiet(episode, { position, rates, unitVnd })).toBe(isWithin(range, unitVnd));
        }
      },
    ),
  );
});

test("quiet range and decision agree on every price, for open and closed episodes", () => {
  fc.assert(
    fc.property(
      arbitraryPositionAt(fc.bigInt({ min: 1n, max: 60n })),
      arbitraryRates,
      arbitraryEpisode,
      (position, rates, episode) => {
        const range = quietRangeOf(position, rates, episode);
        const other: bigint[] = [];
        for (let unitVnd = 1n; unitVnd <= 200n; unitVnd += 1n) {
          const held = { position, rates, unitVnd };
          if (isQuiet(episode, held) !== isWithin(range, unitVnd)) other.push(unitVnd);
        }
        expect(other).toEqual([]);
      },
    ),
  );
});

test("for any prices, sends no notice twice and each force close after its margin call", () => {
  const step = fc.record({
    unitVnd: arbitraryUnitVnd,
    occasion: fc.constantFrom("price" as const, "change" as const, "clock" as const, "raise" as const),
    hours: fc.bigInt({ min: 0n, max: 1n }),
  });
  fc.assert(
    fc.property(
      arbitraryPosition,
      arbitraryRates,
      fc.array(step, { maxLength: 30 }),
      (position, rates, steps) => {
        const notices: EpisodeNotice[] = [];
        let episode = noEpisode;
        let hoursTraded = 0n;
        for (const { unitVnd, occasion, hours } of steps) {
          hoursTraded += hours;
          const held = { position, rates, unitVnd };
          const decision = decideEpisode({ episode, held, occasion, hoursTraded });
          if (decision.event === "opened") hoursTraded = 0n;
          episode = decision.episode;
          notices.push(...decision.notices);
        }
        const messages = notices.map(({ type, episodeNumber, reminderNumber }) =>
          [type, episodeNumber, reminderNumber].join("/"),
        );
        expect(new Set(messages).size).toBe(messages.length);
        for (const message of messages.filter((each) => each.startsWith("ForceClose/"))) {
          const call = message.replace("ForceClose", "MarginCall");
          expect(messages.slice(0, messages.indexOf(message))).toContain(call);
        }
        expect(episode.number).toBe(BigInt(notices.filter(isOpening).length));
      },
    ),
  );
});

test("repeating a decision sends nothing more", () => {
  fc.assert(
    fc.property(arbitraryMarkedPosition, arbitraryEpisode, (held, before) => {
      const question = { held, occasion: "price" as const, hoursTraded: 0n };
      const { episode } = decideEpisode({ episode: before, ...question });
      expect(decideEpisode({ episode, ...question })).toEqual({ episode, event: "none", notices: [] });
    }),
  );
});

function isQuiet(episode: Episode, held: MarkedPosition): boolean {
  const decision = decideEpisode({ episode, held, occasion: "price", hoursTraded: 0n });
  return decision.event === "none" && decision.notices.length === 0;
}

function isWithin({ unitVndMin, unitVndMax }: UnitRange, unitVnd: bigint): boolean {
  return unitVndMin <= unitVnd && (unitVndMax === undefined || unitVnd <= unitVndMax);
}

function isOpening({ type, reminderNumber }: EpisodeNotice): boolean {
  return type === "MarginCall" && reminderNumber === 0n;
}
