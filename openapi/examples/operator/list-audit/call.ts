import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { entries } = await operator.listAudit("888C000017", {
  kind: "cover",
});
console.log(entries[0]?.actor, entries[0]?.reason);
// desk-1 Paid in, receipt 4411
