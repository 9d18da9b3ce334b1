import { type Fields, findDifferences, normalForm, printDifference } from "@trading-oms/document";
import { compareBodies } from "./compare-bodies.ts";
import { compareParameters } from "./compare-parameters.ts";
import { compareVerdicts, printDisagreement, type RandomRuns } from "./compare-verdicts.ts";
import { type Contract, emitDocument } from "./emit-document.ts";

/** What each of the two gates that read document and contract has to say; nothing where they agree. */
export type Drift = {
  readonly differences: readonly string[];
  readonly disagreements: readonly string[];
  readonly valueCount: number;
};

/** Holds a contract against a document: by the document that its routes emit, and by what each takes as valid. */
export function findDrift(document: Fields, contract: Contract, random: RandomRuns): Drift {
  const verdicts = compareVerdicts(document, contract, random);
  const parameters = compareParameters(document, contract);
  const bodies = compareBodies(document, contract);
  return {
    differences: differencesFrom(document, contract),
    disagreements: [verdicts, parameters, bodies]
      .flatMap((each) => each.disagreements)
      .map(printDisagreement),
    valueCount: verdicts.valueCount + parameters.valueCount + bodies.valueCount,
  };
}

/** Routes that contradict themselves emit nothing, which is the greatest difference of all. */
function differencesFrom(document: Fields, contract: Contract): string[] {
  let emitted: Fields;
  try {
    emitted = emitDocument(contract);
  } catch (failure) {
    return [`the routes emit no document (${JSON.stringify(failure)})`];
  }
  return findDifferences(normalForm(document), normalForm(emitted)).map(printDifference);
}
