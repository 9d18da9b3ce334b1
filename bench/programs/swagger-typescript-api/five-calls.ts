import { client } from "./two-calls.ts";

export { client, countNotifications, readMarginRatio } from "./two-calls.ts";

export async function countSymbols() {
  const { data } = await client.api.searchSymbols("fpt");
  return data.data.length;
}

export async function coverMarginCall() {
  const change = { accountId: "0001", symbol: "FPT", amount: 1_000_000 };
  const { data } = await client.api.setCoveredMarginCall(change);
  return data.status;
}

export async function readIdNumber(frontImage: string) {
  const { data } = await client.api.parseIdCard({ frontImage });
  return data.data?.idNumber;
}
