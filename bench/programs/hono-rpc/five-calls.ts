import { client } from "./two-calls.ts";

export { client, countNotifications, readMarginRatio } from "./two-calls.ts";

export async function countSymbols() {
  const path = { search: "fpt" };
  const answer = await client.api.v1.MarketData.GetSymbolSearch[":search"].$get({
    param: path,
    query: {},
    header: {},
  });
  return answer.status === 200 ? (await answer.json()).data.length : undefined;
}

export async function coverMarginCall() {
  const json = { accountId: "0001", symbol: "FPT", amount: 1_000_000 };
  const answer = await client.api.v1.users["covered-margin-call"].$patch({ header: {}, json });
  return answer.status === 200 ? (await answer.json()).status : undefined;
}

export async function readIdNumber(frontImage: string) {
  const answer = await client.api.v2.chat.api["id-card"].$post({ json: { frontImage } });
  return answer.status === 200 ? (await answer.json()).data?.idNumber : undefined;
}
