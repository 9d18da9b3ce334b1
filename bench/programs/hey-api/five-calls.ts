import { parseIdCard, searchSymbols, setCoveredMarginCall } from "./generated/sdk.gen.ts";

export { countNotifications, readMarginRatio } from "./two-calls.ts";

export async function countSymbols() {
  const { data } = await searchSymbols({ path: { search: "fpt" } });
  return data?.data.length;
}

export async function coverMarginCall() {
  const body = { accountId: "0001", symbol: "FPT", amount: 1_000_000 };
  const { data } = await setCoveredMarginCall({ body });
  return data?.status;
}

export async function readIdNumber(frontImage: string) {
  const { data } = await parseIdCard({ body: { frontImage } });
  return data?.data?.idNumber;
}
