import { planNotifications } from "../../../../testing/plan-notifications.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const server = await planNotifications();
  const headers = { authorization: `Bearer ${await server.tokenOf("demo")}` };
  return [await server.fetch("/companion/v0/notifications/count", { headers })];
}
