import { planServer, testNowMs } from "../../../../testing/plan-server.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const feedHealth = () => ({ silentSinceMs: testNowMs - 30_000, isSimulated: false });
  const holidays = () => new Set(["2027-01-01"]);
  const server = await planServer({ feedHealth, book: { holidays } as never });
  return [await server.fetch("/companion/v0/market")];
}
