import { askOperator, heldPosition, planOperated } from "../../../../testing/ask-operator.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const json = { amount: 25_000_000, reason: "paid" };
  return [await askOperator(await planOperated(), "PATCH", `${heldPosition}/cover`, { json })];
}
