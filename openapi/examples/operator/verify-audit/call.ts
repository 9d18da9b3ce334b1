import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const verdict = await operator.verifyAudit("888C000017");
console.log(verdict.isWhole, verdict.count);
// true 7
