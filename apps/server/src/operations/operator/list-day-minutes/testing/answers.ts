import { planDesk } from "../../../../testing/plan-desk.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  return [await (await planDesk()).ask("minutes")];
}
