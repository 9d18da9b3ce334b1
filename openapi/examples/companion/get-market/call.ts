import { createCompanion } from "@trading-oms/client/companion";

const companion = createCompanion({
  baseUrl: "http://127.0.0.1:8787",
});
const { exchanges, feed } = await companion.getMarket();
for (const { exchange, session } of exchanges) {
  console.log(exchange, session, feed.status);
}
// HOSE continuous alive
// HNX continuous alive
// UPCOM continuous alive
// DERIVATIVES continuous alive
