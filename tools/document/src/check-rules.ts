import type { Complaint } from "./check-vocabulary.ts";
import { checkAliases } from "./rules/check-aliases.ts";
import { checkDescriptions } from "./rules/check-descriptions.ts";
import { checkErrorBodies } from "./rules/check-error-bodies.ts";
import { checkErrorMembers } from "./rules/check-error-members.ts";
import { checkOpenness } from "./rules/check-openness.ts";
import { checkOperationWords } from "./rules/check-operation-words.ts";
import { checkParameters } from "./rules/check-parameters.ts";
import { checkPaths } from "./rules/check-paths.ts";
import { checkPatterns } from "./rules/check-patterns.ts";
import { checkSecurity } from "./rules/check-security.ts";
import { checkStatuses } from "./rules/check-statuses.ts";
import { checkUnions } from "./rules/check-unions.ts";
import { checkUnits } from "./rules/check-units.ts";
import { checkVersion } from "./rules/check-version.ts";
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
