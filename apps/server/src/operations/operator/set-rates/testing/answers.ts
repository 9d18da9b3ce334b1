import { askOperator, planOperated } from "../../../../testing/ask-operator.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const rates = { marginRatio: 0.4, marginCallRate: 0.4, forceCloseRate: 0.3, reason: "Volatile" };
  const server = await planOperated();
  const ask = (name: string) =>
    askOperator(server, "PATCH", "rates", { json: { level: "symbol", name, ...rates } });
  return [await ask("FPT"), await ask("FTP")];
}
