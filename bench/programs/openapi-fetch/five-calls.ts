import { client } from "./two-calls.ts";

export { client, countNotifications, readMarginRatio } from "./two-calls.ts";

export async function countSymbols() {
  const path = { search: "fpt" };
  const { data } = await client.GET("/api/v1/MarketData/GetSymbolSearch/{search}", { params: { path } });
  return data?.data.length;
}

export async function coverMarginCall() {
  const body = { accountId: "0001", symbol: "FPT", amount: 1_000_000 };
  const { data } = await client.PATCH("/api/v1/users/covered-margin-call", { body });
  return data?.status;
}

export async function readIdNumber(frontImage: string) {
  const { data } = await client.POST("/api/v2/chat/api/id-card", { body: { frontImage } });
  return data?.data?.idNumber;
}
