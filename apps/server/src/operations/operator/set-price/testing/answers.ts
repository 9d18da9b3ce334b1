import { askOperator, planOperated } from "../../../../testing/ask-operator.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const json = { price: 60_000, reason: "The feed is down" };
  return [await askOperator(await planOperated(), "PATCH", "instruments/FPT/price", { json })];
}
