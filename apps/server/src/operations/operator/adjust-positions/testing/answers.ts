import { askOperator } from "../../../../testing/ask-operator.ts";
import { exDate, planExDate } from "../../../../testing/plan-ex-date.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const server = await planExDate();
  const adjust = (members: object) =>
    askOperator(server, "POST", "instruments/FPT/adjustments", {
      json: { date: exDate, reason: "Stock dividend", ...members },
    });
  return [
    await adjust({}),
    await adjust({ factor: { numerator: 1, denominator: 1_000_000 } }),
    await adjust({ id: "b", factor: { numerator: 2, denominator: 1 } }),
  ];
}
