import { askOperator, heldPosition, planOperated } from "../../../../testing/ask-operator.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const server = await planOperated();
  const json = {
    method: "telephone",
    answer: "promised",
    promisedAmount: 5,
    promisedUntil: 1_800_000_000_000,
    note: "soon",
  };
  const noted = await askOperator(server, "POST", `${heldPosition}/contacts`, { json });
  await askOperator(server, "PATCH", `${heldPosition}/cover`, {
    json: { amount: 2_000_000, reason: "paid" },
  });
  return [noted, await askOperator(server, "POST", `${heldPosition}/contacts`, { json })];
}
