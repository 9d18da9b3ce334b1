import { createClient } from "@trading-oms/client";

const client = createClient({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const rates = await client.getMarginRatio("FPT");
console.log(rates.marginRatio, rates.marginCallRate);
// 0.5 0.4
