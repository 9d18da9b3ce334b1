import { planNotifications } from "../../../../testing/plan-notifications.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const server = await planNotifications();
  const headers = {
    authorization: `Bearer ${await server.tokenOf("demo")}`,
    "content-type": "application/json",
  };
  const body = JSON.stringify({ through: 0 });
  return [await server.fetch("/companion/v0/notifications/read", { method: "POST", headers, body })];
}
