import { live } from "@trading-oms/client/live";

const events = live(
  { baseUrl: "http://127.0.0.1:8787", token: "test-token" },
  { symbols: ["FPT"], after: 0 },
);
for await (const { event, data } of events) {
  if (event === "quote") console.log(data.info?.lsPrc);
  if (event === "notification") break;
}
// 83500
// 80000
