import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { rates } = await operator.listRates({ level: "group" });
for (const { name, marginCallRate } of rates) {
  console.log(name, marginCallRate);
}
// STO 0.4
