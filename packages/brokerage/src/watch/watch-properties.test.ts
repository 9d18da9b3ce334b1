import { decideEpisode, type Episode, noEpisode, type Position, type Rates } from "@trading-oms/margin";
import fc from "fast-check";
import { expect, test } from "vitest";
import { setCover } from "../covers/set-cover.ts";
import { setRates } from "../settings/set-rates.ts";
import { examplesRates, planWatch } from "../testing/plan-watch.ts";

/** The events of the test, one per second. */
type Happening =
  | { readonly kind: "trade"; readonly thousands: number }
  | { readonly kind: "cover"; readonly millions: number }
  | { readonly kind: "rates"; readonly callPercent: number }
  | { readonly kind: "restart" };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("trade" as const),
      thousands: fc.integer({ min: 55, max: 130 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("cover" as const), millions: fc.integer({ min: 0, max: 20 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("rates" as const),
      callPercent: fc.integer({ min: 0, max: 50 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
);

/** Checks the position at each event, as a watch without triggers would. */
class EverLooking {
  readonly told: string[] = [];
  episode: Episode = noEpisode;
  unitVnd = 100_000n;
  rates: Rates = examplesRates;
  position: Position;

  constructor(quantity: bigint) {
    this.position = { quantity, entryVnd: 100_000_000n, postedVnd: 50_000_000n, coveredVnd: 0n };
  }

  look(occasion: "price" | "raise" | "change"): void {
    const { position, rates, unitVnd } = this;
    const held = { position, rates, unitVnd };
    const decision = decideEpisode({ episode: this.episode, held, occasion, hoursTraded: 0n });
    this.episode = decision.episode;
    for (const { type, episodeNumber } of decision.notices)
      this.told.push(`${type}/A/FPT/${episodeNumber}/0`);
  }
}

test("a watch sends what a check of every position at each event would send", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1_000n, -1_000n),
      fc.array(happening, { maxLength: 12 }),
      async (quantity, happenings) => {
        const world = await planWatch();
        await world.hold("A", quantity);
        let process = await world.begin("0");
        await process.turn();
        const model = new EverLooking(quantity);
        for (const [index, each] of happenings.entries()) {
          world.clock.nowMs += 1_000;
          if (each.kind === "trade") {
            model.unitVnd = BigInt(each.thousands) * 1_000n;
            await process.hear(world.trade(BigInt(each.thousands) * 1_000_000n));
            model.look("price");
          } else if (each.kind === "cover") {
            const amountVnd = BigInt(each.millions) * 1_000_000n;
            const answer = await setCover(process.services, {
              userId: "user-of-A",
              accountId: "A",
              symbol: "FPT",
              amountVnd,
              actor: { kind: "user", name: "user-of-A" },
              requestId: String(index),
            });
            const before = model.position.coveredVnd;
            if (answer.kind === "done" && answer.status === "success" && amountVnd !== before) {
              model.position = { ...model.position, coveredVnd: amountVnd };
              model.look(amountVnd > before ? "raise" : "change");
            }
          } else if (each.kind === "rates") {
            const marginCallRate = BigInt(each.callPercent) * 10_000n;
            model.rates = { ...examplesRates, marginCallRate, forceCloseRate: marginCallRate / 2n };
            await setRates(process.services, {
              level: "symbol",
              name: "FPT",
              rates: model.rates,
              isConfirmed: true,
            });
            await process.turn();
            model.look("change");
          } else {
            await process.turn();
            await process.watch.stop();
            process = await world.begin(`${index + 1}`);
          }
          await process.turn();
        }
        expect(world.told()).toEqual(model.told);
        expect(process.failures).toEqual([]);
      },
    ),
  );
});
