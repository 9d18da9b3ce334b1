import { client } from "./two-calls.ts";

export { ApiError } from "@trading-oms/client";
export { client, countNotifications, readMarginRatio } from "./two-calls.ts";

export async function countSymbols() {
  const result = await client.searchSymbols("fpt");
  return result.data.length;
}

export async function coverMarginCall() {
  const result = await client.setCoveredMarginCall({ accountId: "0001", symbol: "FPT", amount: 1_000_000 });
  return result.status;
}

export async function readIdNumber(front: Blob) {
  const reading = await client.parseIdCard({ frontImage: front });
  return reading.data?.idNumber;
}

export async function countEveryNotification() {
  let count = 0;
  for await (const _ of client.everyNotification()) count += 1;
  return count;
}
