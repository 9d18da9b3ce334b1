import { Api } from "./generated/client.ts";

export const client = new Api({
  baseUrl: "https://api.example",
  securityWorker: () => ({ headers: { Authorization: "Bearer token" } }),
});

export async function countNotifications() {
  const { data } = await client.api.listNotifications({ limit: 10, offset: 0 });
  return data.notifications.length;
}

export async function readMarginRatio() {
  const { data } = await client.api.getMarginRatio("FPT");
  return data.marginRatio;
}
