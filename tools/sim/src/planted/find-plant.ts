/** Finds a planted fault, and leaves out what its trace does not need. */
import { type Run, type RunOptions, simulate } from "../simulate.ts";
import { type Plan, planOf } from "../world/plan.ts";
import { plants } from "./plants.ts";

export const seedsMax = 1_000;

/** The first seed of a range that finds a fault, and its run. */
export async function findPlant(
  name: string,
  drain: RunOptions["drain"],
  { from = 1, to = seedsMax }: { readonly from?: number; readonly to?: number } = {},
): Promise<Run | undefined> {
  for (let seed = from; seed <= to; seed += 1) {
    const run = await runPlanted(name, seed, { drain });
    if (run.broken !== undefined) return run;
  }
  return undefined;
}

function runPlanted(name: string, seed: number, options: RunOptions): Promise<Run> {
  const plant = plants[name]?.();
  if (plant === undefined) throw new RangeError(`There is no planted fault ${name}.`);
  return simulate(seed, { ...options, plant });
}

/** The shortest trace that is found by leaving out servers, faults and acts, one at a time. */
export async function shorten(name: string, found: Run, drain: RunOptions["drain"]): Promise<Run> {
  let plan = planOf(found.seed);
  let shortest = await runPlanted(name, found.seed, { drain, plan, keepsLines: true });
  for (const smaller of listSmaller(plan)) {
    const tried = smaller(plan);
    const run = await runPlanted(name, found.seed, { drain, plan: tried, keepsLines: true });
    if (run.broken === undefined || run.stepCount > shortest.stepCount) continue;
    [plan, shortest] = [tried, run];
  }
  return shortest;
}

function listSmaller({ faults, acts }: Plan): ((plan: Plan) => Plan)[] {
  return [
    (plan) => ({ ...plan, serverCount: 2 }),
    ...faults.map((kind) => (plan: Plan) => ({
      ...plan,
      faults: plan.faults.filter((each) => each !== kind),
    })),
    ...acts.map((kind) => (plan: Plan) => ({ ...plan, acts: plan.acts.filter((each) => each !== kind) })),
  ];
}
