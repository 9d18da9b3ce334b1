import { afterAll, type TestAPI, test } from "vitest";
import { type PlannedWorld, planWorld } from "./plan-world.ts";

/** A test with a fresh world, which is removed afterwards. */
export const worldTest: TestAPI<{ world: PlannedWorld }> = testIn(() => planWorld());

/** A test with a copy of a world in which these command lines were run. They run once per file. */
export function worldTestAfter(...lines: readonly string[]): TestAPI<{ world: PlannedWorld }> {
  let begun: Promise<PlannedWorld> | undefined;
  afterAll(async () => (await begun)?.clean());
  return testIn(async () => {
    begun ??= planWorldAfter(lines);
    return (await begun).copy();
  });
}

async function planWorldAfter(lines: readonly string[]): Promise<PlannedWorld> {
  const world = await planWorld();
  for (const line of lines) {
    const { exitCode, stderr } = await world.oms(line);
    if (exitCode !== 0) throw new Error(`${line} ended with ${exitCode}: ${stderr}`);
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
