import { createClient } from "@trading-oms/client";

const client = createClient({ baseUrl: "https://api.example", token: "token" });

export async function countNotifications() {
  const { data } = await client.GET("/api/v1/notifications", { params: { query: { limit: 10, offset: 0 } } });
  return data?.notifications.length;
}

export async function readMarginRatio() {
  const path = { symbol: "FPT" };
  const { data } = await client.GET("/api/v1/diagnostics/margin-ratios/{symbol}", { params: { path } });
  return data?.marginRatio;
}
