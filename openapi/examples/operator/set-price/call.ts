import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { message } = await operator.setPrice("FPT", {
  price: 80_200,
  reason: "The feed is down",
});
console.log(message);
// The price of FPT is 80,200 now; it was 80,000.
