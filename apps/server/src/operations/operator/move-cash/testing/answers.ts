import { askOperator, planOperated } from "../../../../testing/ask-operator.ts";
import { heldKey } from "../../../../testing/plan-held.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const server = await planOperated();
  const json = { kind: "withdrawal", amount: 90_000_000, reason: "asked for" };
  return [await askOperator(server, "POST", `accounts/${heldKey.accountId}/cash`, { json })];
}
