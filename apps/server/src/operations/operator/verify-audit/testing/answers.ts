import { askOperator, planOperated } from "../../../../testing/ask-operator.ts";
import { heldKey } from "../../../../testing/plan-held.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  return [await askOperator(await planOperated(), "POST", `audits/${heldKey.accountId}/verify`)];
}
