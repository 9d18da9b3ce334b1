import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { calls, outstanding } = await operator.listCalls({
  due: "today",
});
console.log(calls[0]?.accountId, outstanding);
// 888C000017 2000000
