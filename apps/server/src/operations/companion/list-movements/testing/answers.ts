import { askCompanion } from "../../../../testing/ask-companion.ts";
import { heldKey, orderOf, planHeld, sendCover } from "../../../../testing/plan-held.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const server = await planHeld();
  await sendCover(server, { body: orderOf(2_000_000) });
  return [await askCompanion(server, `accounts/${heldKey.accountId}/movements?limit=1`)];
}
