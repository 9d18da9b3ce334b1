import type { Complaint } from "./check-vocabulary.ts";
import {
  checkErrorBodies,
  checkOperationWords,
  checkParameters,
  checkPaths,
  checkSecurity,
  checkStatuses,
  checkVersion,
} from "./rules/operations.ts";
import {
  checkAliases,
  checkDescriptions,
  checkErrorMembers,
  checkOpenness,
  checkPatterns,
  checkUnions,
  checkUnits,
} from "./rules/schemas.ts";
import type { Fields } from "./walk-document.ts";

/** Holds the document against what was agreed for this interface in particular. */
export function checkRules(document: Fields): Complaint[] {
  return [
    checkVersion,
    checkPaths,
    checkOperationWords,
    checkParameters,
    checkSecurity,
    checkStatuses,
    checkErrorBodies,
    checkErrorMembers,
    checkDescriptions,
    checkPatterns,
    checkUnits,
    checkUnions,
    checkOpenness,
    checkAliases,
  ].flatMap((rule) => rule(document));
}
