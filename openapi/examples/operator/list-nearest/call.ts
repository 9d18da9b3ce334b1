import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { positions } = await operator.listNearest({ limit: 10 });
for (const { accountId, price, callPrice } of positions) {
  console.log(accountId, price, callPrice);
}
// 888C000018 83400 83300
// 888C000019 83400 79900
