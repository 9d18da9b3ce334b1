import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { instruments } = await operator.listInstruments({
  query: "FPT",
});
console.log(instruments[0]?.price, instruments[0]?.source);
// 80000 feed
