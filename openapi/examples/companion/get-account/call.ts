import { createCompanion } from "@trading-oms/client/companion";

const companion = createCompanion({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const account = await companion.getAccount("888C000017");
for (const { symbol, state, amountNeeded } of account.positions) {
  console.log(symbol, state, amountNeeded);
}
// FPT called 2000000
