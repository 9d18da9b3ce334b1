import fc from "fast-check";
import { expect, test } from "vitest";
import { decideEpisode, type Episode, noEpisode, quietRangeOf, type Telling } from "./index.ts";
import {
  arbitraryPosition,
  arbitraryRates,
  arbitraryUnitVnd,
  manyRuns,
} from "./testing/arbitrary-position.ts";

const arbitraryEpisode: fc.Arbitrary<Episode> = fc
  .tuple(fc.boolean(), fc.boolean())
  .map(([isOpen, isForceCloseTold]) => ({ number: 7n, isOpen, isForceCloseTold, reminder: 0n }));

test("Within the quiet range no price tells anything, and every price beyond it does", () => {
  fc.assert(
    fc.property(
      arbitraryPosition,
      arbitraryRates,
      arbitraryEpisode,
      arbitraryUnitVnd,
      fc.bigInt({ min: -2n, max: 2n }),
      (position, rates, episode, drawnVnd, offsetVnd) => {
        const { unitVndMin, unitVndMax } = quietRangeOf(position, rates, episode);
        for (const unitVnd of [drawnVnd, unitVndMin + offsetVnd, (unitVndMax ?? drawnVnd) + offsetVnd]) {
          if (unitVnd <= 0n) continue;
          const isQuiet = unitVndMin <= unitVnd && (unitVndMax === undefined || unitVnd <= unitVndMax);
          const held = { position, rates, unitVnd };
          const decision = decideEpisode({ episode, held, occasion: "price", hoursTraded: 0n });
          expect(decision.event === "none" && decision.tellings.length === 0).toBe(isQuiet);
        }
      },
    ),
    manyRuns,
  );
});

test("However prices move, no message is told twice, and each force close follows its margin call", () => {
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
        const told: Telling[] = [];
        let episode = noEpisode;
        let hoursTraded = 0n;
        for (const { unitVnd, occasion, hours } of steps) {
          hoursTraded += hours;
          const held = { position, rates, unitVnd };
          const decision = decideEpisode({ episode, held, occasion, hoursTraded });
          if (decision.event === "opened") hoursTraded = 0n;
          episode = decision.episode;
          told.push(...decision.tellings);
        }
        const messages = told.map(({ type, episodeNumber, reminderNumber }) =>
          [type, episodeNumber, reminderNumber].join("/"),
        );
        expect(new Set(messages).size).toBe(messages.length);
        for (const message of messages.filter((each) => each.startsWith("ForceClose/"))) {
          const call = message.replace("ForceClose", "MarginCall");
          expect(messages.slice(0, messages.indexOf(message))).toContain(call);
        }
        expect(episode.number).toBe(BigInt(told.filter(isOpening).length));
      },
    ),
    manyRuns,
  );
});

test("Deciding again on what was decided tells nothing more", () => {
  fc.assert(
    fc.property(arbitraryPosition, arbitraryRates, arbitraryEpisode, arbitraryUnitVnd, (...drawn) => {
      const [position, rates, before, unitVnd] = drawn;
      const question = { held: { position, rates, unitVnd }, occasion: "price" as const, hoursTraded: 0n };
      const { episode } = decideEpisode({ episode: before, ...question });
      expect(decideEpisode({ episode, ...question })).toEqual({ episode, event: "none", tellings: [] });
    }),
    manyRuns,
  );
});

function isOpening({ type, reminderNumber }: Telling): boolean {
  return type === "MarginCall" && reminderNumber === 0n;
}
