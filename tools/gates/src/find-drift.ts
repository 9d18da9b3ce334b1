import { type Fields, findDifferences, normalForm, printDifference } from "@trading-oms/document";
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
  const differences = findDifferences(normalForm(document), normalForm(emitDocument(contract)));
  const verdicts = compareVerdicts(document, contract, random);
  const parameters = compareParameters(document, contract);
  return {
    differences: differences.map(printDifference),
    disagreements: [...verdicts.disagreements, ...parameters.disagreements].map(printDisagreement),
    valueCount: verdicts.valueCount + parameters.valueCount,
  };
}
