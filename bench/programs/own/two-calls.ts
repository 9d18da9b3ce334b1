import { createClient } from "@trading-oms/client";

export const client = createClient({ baseUrl: "https://api.example", token: "token" });

export async function countNotifications() {
  const page = await client.notifications({ limit: 10, offset: 0 });
  return page.notifications.length;
}

export async function readMarginRatio() {
  const figures = await client.marginRatio("FPT");
  return figures.marginRatio;
}
