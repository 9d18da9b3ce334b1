import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { message } = await operator.adjustPositions("FPT", {
  date: "2026-11-16",
  factor: { numerator: 2, denominator: 1 },
  reason: "Stock dividend",
});
console.log(message);
// 1,204 positions in FPT were adjusted.
