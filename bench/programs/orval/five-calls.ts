import { parseIdCard, searchSymbols, setCoveredMarginCall } from "./generated/client.ts";
import { request } from "./two-calls.ts";

export { countNotifications, readMarginRatio } from "./two-calls.ts";

export async function countSymbols() {
  const answer = await searchSymbols("fpt");
  return answer.status === 200 ? answer.data.data.length : undefined;
}

export async function coverMarginCall() {
  const change = { accountId: "0001", symbol: "FPT", amount: 1_000_000 };
  const answer = await setCoveredMarginCall(change, request);
  return answer.status === 200 ? answer.data.status : undefined;
}

export async function readIdNumber(frontImage: string) {
  const answer = await parseIdCard({ frontImage });
  return answer.status === 200 ? answer.data.data?.idNumber : undefined;
}
