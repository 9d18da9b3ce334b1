import { askOperator } from "../../../../testing/ask-operator.ts";
import { planExDate } from "../../../../testing/plan-ex-date.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const server = await planExDate();
  const release = () =>
    askOperator(server, "POST", "instruments/FPT/release", { json: { reason: "No corporate action" } });
  return [await release(), await release()];
}
