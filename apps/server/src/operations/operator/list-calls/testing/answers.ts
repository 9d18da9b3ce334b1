import { planDesk } from "../../../../testing/plan-desk.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const desk = await planDesk({}, { hasContact: true });
  return [await desk.ask("calls")];
}
