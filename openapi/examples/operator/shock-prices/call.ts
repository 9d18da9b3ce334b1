import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { before, after } = await operator.shockPrices({
  percents: [{ scope: "all", percent: -7 }],
});
console.log(before.outstanding, after.outstanding);
// 2000000 5360000
