import { askOperator, planOperated } from "../../../../testing/ask-operator.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  return [await askOperator(await planOperated(), "GET", "rates")];
}
