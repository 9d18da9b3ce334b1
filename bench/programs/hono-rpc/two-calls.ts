import { hc } from "hono/client";
import type { App } from "./generated/app.d.ts";

export const client = hc<App>("https://api.example", { headers: { Authorization: "Bearer token" } });

export async function countNotifications() {
  const answer = await client.api.v1.notifications.$get({ query: { limit: "10", offset: "0" } });
  return answer.status === 200 ? (await answer.json()).notifications.length : undefined;
}

export async function readMarginRatio() {
  const path = { symbol: "FPT" };
  const answer = await client.api.v1.diagnostics["margin-ratios"][":symbol"].$get({ param: path });
  return answer.status === 200 ? (await answer.json()).marginRatio : undefined;
}
