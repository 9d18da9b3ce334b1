import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { calledCount, endedCount } = await operator.setRates({
  level: "symbol",
  name: "FPT",
  marginRatio: 0.5,
  marginCallRate: 0.4,
  forceCloseRate: 0.3,
  reason: "Volatile",
});
console.log(calledCount, endedCount);
// 0 0
