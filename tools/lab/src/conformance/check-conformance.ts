import { type Claim, everyClaim, renderOutcome } from "@trading-oms/conformance";
import { labTest } from "../harness/lab-test.ts";
import { accountFaults } from "./faults/account-faults.ts";
import { coverFaults } from "./faults/cover-faults.ts";
import { deskFaults } from "./faults/desk-faults.ts";
import { frameFaults } from "./faults/frame-faults.ts";
import { listingFaults } from "./faults/listing-faults.ts";
import { type Fault, openPassage } from "./faults/passage.ts";
import { searchFaults } from "./faults/search-faults.ts";
import { makeSeed } from "./make-seed.ts";
import { nodeSqlite } from "./pairs.ts";
import { askClaims, openSuiteWire } from "./render-pairs.ts";

/** All planted faults. */
const everyFault: readonly Fault[] = [
  ...accountFaults,
  ...searchFaults,
  ...coverFaults,
  ...listingFaults,
  ...frameFaults,
  ...deskFaults,
];

export const test = labTest({
  about:
    "Plants faults between the suite of packages/conformance and the server, one at a time, and shows what finds each. Without a fault all claims hold, before and after.",
  options: {},
  run: async ({ folder, report }) => {
    const { seed, plan } = await makeSeed(folder);
    const server = await nodeSqlite.start(seed);
    try {
      const passage = await openPassage(server.url, plan);
      const ask = (claims: readonly Claim[]) => askClaims({ claims, plan, wire: openSuiteWire(passage.url) });
      const askEveryClaim = async (when: string): Promise<void> => {
        const outcomes = await ask(everyClaim);
        const failing = outcomes.filter(({ verdict }) => verdict !== "held");
        report({ line: `${outcomes.length} claims ${when}`, faults: failing.map(renderOutcome) });
      };
      await askEveryClaim("without a fault");
      for (const fault of everyFault) {
        passage.plant(fault);
        const outcomes = await ask(claimsBeside(fault));
        const broken = outcomes.filter(({ verdict }) => verdict === "broken").map(({ claim }) => claim.id);
        const isFound = broken.includes(fault.foundBy);
        const line = `${fault.name}: ${broken.length} claims break, ${fault.foundBy} ${isFound ? "among them" : "not"}`;
        report({ line, faults: isFound ? [] : ["it is not found"] });
      }
      passage.plant(undefined);
      await askEveryClaim("after the last fault");
      await passage.close();
    } finally {
      await server.stop();
    }
  },
});

/** The claims of the fault's operation, without the slow ones about cards. */
function claimsBeside({ foundBy }: Fault): readonly Claim[] {
  const prefix = foundBy.slice(0, foundBy.indexOf(".") + 1);
  return everyClaim.filter(
    ({ id, needs }) => id === foundBy || (id.startsWith(prefix) && !needs.includes("card")),
  );
}
