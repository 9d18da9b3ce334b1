import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { covered } = await operator.setCover("888C000017", "FPT", {
  amount: 2_000_000,
  expectedCovered: 0,
  reason: "Paid in, receipt 4411",
});
console.log(covered);
// 2000000
