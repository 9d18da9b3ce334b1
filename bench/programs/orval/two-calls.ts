import { getMarginRatio, listNotifications } from "./generated/client.ts";

export const request = { headers: { Authorization: "Bearer token" } };

export async function countNotifications() {
  const answer = await listNotifications({ limit: 10, offset: 0 }, request);
  return answer.status === 200 ? answer.data.notifications.length : undefined;
}

export async function readMarginRatio() {
  const answer = await getMarginRatio("FPT", request);
  return answer.status === 200 ? answer.data.marginRatio : undefined;
}
