import { planDesk } from "../../../../testing/plan-desk.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const desk = await planDesk();
  const lease = { holder: "one", atMs: desk.clock.nowMs, untilMs: desk.clock.nowMs + 5_000 };
  await desk.services.store.claimShards({ ...lease, shards: [0] });
  return [await desk.ask("status")];
}
