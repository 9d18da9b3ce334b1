import { createCompanion } from "@trading-oms/client/companion";

const companion = createCompanion({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { prices } = await companion.listPrices("FPT");
for (const { open, high, low, close } of prices) {
  console.log(open, high, low, close);
}
// 79500 79700 79400 79600
// 79600 79800 79600 79800
