import { askCompanion } from "../../../../testing/ask-companion.ts";
import { heldKey, planHeld } from "../../../../testing/plan-held.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const server = await planHeld();

  return [await askCompanion(server, `accounts/${heldKey.accountId}`)];
}
