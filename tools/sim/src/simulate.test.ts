import { describe, expect, it } from "vitest";
import { drain } from "./drain.ts";
import { findPlant } from "./planted/find-plant.ts";
import { simulate } from "./simulate.ts";

/** Those that any of the first seeds finds. `pnpm sim --planted` looks for all of them, in CI. */
const quicklyFound = ["no-version-check", "lease-without-fencing", "number-outside-lock", "stream-one-late"];
const seedsMax = 50;

describe("the simulator", () => {
  it("gives the same trace for the same seed, and another for another", async () => {
    const [one, again, other] = [
      await simulate(7, { drain, keepsLines: true }),
      await simulate(7, { drain, keepsLines: true }),
      await simulate(8, { drain }),
    ];
    expect(again.hash).toBe(one.hash);
    expect(again.lines).toEqual(one.lines);
    expect(other.hash).not.toBe(one.hash);
  });

  it("breaks no rule in a short run with faults and margin calls", async () => {
    const [faults, kinds] = [new Set<string>(), new Set<string>()];
    for (let seed = 1; seed <= 25; seed += 1) {
      const run = await simulate(seed, { drain });
      expect(run.broken, `seed ${seed}`).toBeUndefined();
      for (const kind of run.faults.keys()) faults.add(kind);
      for (const kind of run.kinds.keys()) kinds.add(kind);
    }
    expect(faults.size).toBe(13);
    expect([...kinds]).toEqual(
      expect.arrayContaining(["watch commit committed", "cover above_trading_power", "arrived"]),
    );
  });

  it.each(quicklyFound)("finds the planted fault %s", async (name) => {
    expect(await findPlant(name, drain, { to: seedsMax })).toMatchObject({ broken: expect.any(String) });
  });
});
