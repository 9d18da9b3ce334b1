import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { accounts } = await operator.findAccounts({
  query: "888",
});
console.log(accounts[0]?.accountId, accounts[0]?.userId);
// 888C000017 demo
