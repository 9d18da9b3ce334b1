import { createClient } from "@trading-oms/client";

const client = createClient({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { message } = await client.setCoveredMarginCall({
  accountId: "888C000017",
  symbol: "FPT",
  amount: 2_000_000,
});
console.log(message);
// The covered amount of FPT is 2,000,000 VND now; it was 0 VND.
