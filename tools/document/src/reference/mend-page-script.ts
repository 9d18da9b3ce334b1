/**
 * Lets the reference tell `application/problem+json` from `application/json`.
 *
 * As shipped (1.72.1) it takes the first for a variant of the second, so that wherever a response has both, the
 * problem's example stands under the name of the other. Its list of types to leave alone gets one more. Where the
 * place is not found, or not once, the script stays as it is; a test and the check of the page then tell.
 */
export function mendPageScript(script: string): string {
  const parts = script.split(typesLeftAlone);
  return parts.length === 2 ? parts.join(`${typesLeftAlone}|problem\\+`) : script;
}

const typesLeftAlone = "(?!.*vnd\\.|fhir\\+";
