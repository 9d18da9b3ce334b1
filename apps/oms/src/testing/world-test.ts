import { type TestAPI, test } from "vitest";
import { type PlannedWorld, planWorld } from "./plan-world.ts";

/** A test that has a world of its own, which is gone afterwards. */
export const worldTest: TestAPI<{ world: PlannedWorld }> = test.extend<{ world: PlannedWorld }>({
  // Vitest reads from the pattern what is asked for, and takes no function without one.
  world: async ({ task: _task }, use) => {
    const world = await planWorld();
    await use(world);
    await world.clean();
  },
});
