import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { message } = await operator.releaseCalls("FPT", {
  reason: "No corporate action",
});
console.log(message);
// Calls of FPT are not held back any more.
