import { askOperator } from "../../../../testing/ask-operator.ts";
import { planExDate } from "../../../../testing/plan-ex-date.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  return [await askOperator(await planExDate(), "GET", "held-back")];
}
