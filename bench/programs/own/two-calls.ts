import { createClient } from "@trading-oms/client";

export const client = createClient({ baseUrl: "https://api.example", token: "token" });

export async function countNotifications() {
  const page = await client.listNotifications({ limit: 10, offset: 0 });
  return page.notifications.length;
}

export async function readMarginRatio() {
  const figures = await client.getMarginRatio("FPT");
  return figures.marginRatio;
}
