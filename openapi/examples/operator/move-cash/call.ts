import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { tradingPower } = await operator.moveCash("888C000017", {
  kind: "deposit",
  amount: 2_000_000,
  reason: "Receipt 4411",
});
console.log(tradingPower);
// 22000000
