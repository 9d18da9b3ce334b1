import { everyClaim, type Outcome, type Plan, renderOutcome } from "@trading-oms/conformance";
import { labTest } from "../ground/lab-test.ts";
import { everyFault } from "./faults/every-fault.ts";
import type { Fault } from "./faults/passage.ts";
import { openPassage, type Passage, tryFault } from "./faults/passage.ts";
import { makeSeed } from "./make-seed.ts";
import { nodeSqlite } from "./pairs.ts";

export const test = labTest({
  about:
    "Plants faults between the suite of packages/conformance and the server, one at a time, and shows what finds each. Without a fault all claims hold, before and after.",
  options: {},
  run: async ({ folder, tell }) => {
    const { seed, plan } = await makeSeed(folder);
    const server = await nodeSqlite.start(seed);
    try {
      const passage = await openPassage(server.url, plan);
      const isGood = await tryAll(passage, plan);
      await passage.close();
      tell({ line: "every fault is found", faults: isGood ? [] : ["see the table"] });
    } finally {
      await server.stop();
    }
  },
});

async function tryAll(passage: Passage, plan: Plan): Promise<boolean> {
  const sound = await tryFault(passage.url, everyClaim, plan);
  const odd = sound.filter(({ verdict }) => verdict !== "held");
  for (const outcome of odd) console.log(renderOutcome(outcome));
  console.log(`without a fault, ${sound.length - odd.length} of ${sound.length} claims hold\n`);
  const rows: Row[] = [];
  for (const fault of everyFault) {
    passage.plant(fault);
    rows.push(rowOf(fault, await tryFault(passage.url, claimsBeside(fault), plan)));
  }
  tell(rows);
  passage.plant(undefined);
  const afterwards = await tryFault(passage.url, everyClaim, plan);
  const left = afterwards.filter(({ verdict }) => verdict !== "held");
  for (const outcome of left) console.log(renderOutcome(outcome));
  console.log(`after the last fault, ${afterwards.length - left.length} of ${afterwards.length} claims hold`);
  return odd.length === 0 && left.length === 0 && rows.every(({ isFound }) => isFound);
}

/** A fault is looked for by the claims of its own operation, cards of several seconds aside. */
function claimsBeside({ foundBy }: Fault) {
  const prefix = foundBy.slice(0, foundBy.indexOf(".") + 1);
  return everyClaim.filter(
    ({ id, needs }) => id === foundBy || (id.startsWith(prefix) && !needs.includes("card")),
  );
}

type Row = {
  readonly name: string;
  readonly finder: string;
  readonly others: string;
  readonly isFound: boolean;
};

function rowOf({ name, foundBy }: Fault, outcomes: readonly Outcome[]): Row {
  const broken = outcomes.filter(({ verdict }) => verdict === "broken").map(({ claim }) => claim.id);
  const isFound = broken.includes(foundBy);
  return {
    name,
    finder: isFound ? foundBy : `NOT FOUND by ${foundBy}`,
    others: String(broken.length - (isFound ? 1 : 0)),
    isFound,
  };
}

function tell(rows: readonly Row[]): void {
  const heading = { name: "fault", finder: "found by", others: "others" };
  const nameWidth = Math.max(...rows.map(({ name }) => name.length));
  const finderWidth = Math.max(...rows.map(({ finder }) => finder.length));
  for (const { name, finder, others } of [heading, ...rows]) {
    console.log(`${name.padEnd(nameWidth)} | ${finder.padEnd(finderWidth)} | ${others.padStart(6)}`);
  }
  console.log(`${rows.filter(({ isFound }) => isFound).length} of ${rows.length} found`);
}
