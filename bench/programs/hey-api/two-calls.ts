import { client } from "./generated/client.gen.ts";
import { getMarginRatio, listNotifications } from "./generated/sdk.gen.ts";

client.setConfig({ baseUrl: "https://api.example", auth: "token" });

export async function countNotifications() {
  const { data } = await listNotifications({ query: { limit: 10, offset: 0 } });
  return data?.notifications.length;
}

export async function readMarginRatio() {
  const { data } = await getMarginRatio({ path: { symbol: "FPT" } });
  return data?.marginRatio;
}
