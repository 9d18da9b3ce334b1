import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { message } = await operator.removeRates({
  level: "symbol",
  name: "FPT",
  reason: "Calm again",
});
console.log(message);
// The rates of FPT were removed.
