import { askOperator, planOperated } from "../../../../testing/ask-operator.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const json = { level: "symbol", name: "FPT", confirm: true, reason: "Calm again" };
  const server = await planOperated();
  const ask = () => askOperator(server, "POST", "rates/remove", { json });
  return [await ask(), await ask()];
}
