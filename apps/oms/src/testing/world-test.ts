import { afterAll, type TestAPI, test } from "vitest";
import type { Act } from "./acts.ts";
import { type PlannedWorld, planWorld } from "./plan-world.ts";

/** A test with a fresh world, which is removed afterwards. */
export const worldTest: TestAPI<{ world: PlannedWorld }> = testIn(() => planWorld());

/** A test with a copy of a world in which these command lines and acts were run. They run once per file. */
export function worldTestAfter(...steps: readonly (string | Act)[]): TestAPI<{ world: PlannedWorld }> {
  let begun: Promise<PlannedWorld> | undefined;
  afterAll(async () => (await begun)?.clean());
  return testIn(async () => {
    begun ??= planWorldAfter(steps);
    return (await begun).copy();
  });
}

async function planWorldAfter(steps: readonly (string | Act)[]): Promise<PlannedWorld> {
  const world = await planWorld();
  for (const step of steps) {
    if (typeof step !== "string") {
      await step(world);
      continue;
    }
    const { exitCode, stderr } = await world.oms(step);
    if (exitCode !== 0) throw new Error(`${step} ended with ${exitCode}: ${stderr}`);
  }
  return world;
}

function testIn(plan: () => Promise<PlannedWorld>): TestAPI<{ world: PlannedWorld }> {
  return test.extend<{ world: PlannedWorld }>({
    // Vitest requires a destructuring pattern here, because it reads the needed fixtures from it.
    world: async ({ task: _task }, use) => {
      const world = await plan();
      await use(world);
      await world.clean();
    },
  });
}
