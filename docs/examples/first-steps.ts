import { ApiError, createClient } from "@trading-oms/client";

const client = createClient({ baseUrl: "http://127.0.0.1:8787", token: "test-token" });
try {
  for await (const { type, account_id } of client.everyNotification()) console.log(type, account_id);
  const cover = { accountId: "888C000017", symbol: "FPT", amount: 2_000_000 };
  console.log((await client.setCoveredMarginCall(cover)).message);
} catch (failure) {
  if (failure instanceof ApiError) console.log(failure.kind, failure.message);
}
