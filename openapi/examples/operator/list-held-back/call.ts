import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { heldBack } = await operator.listHeldBack();
console.log(heldBack.map(({ symbol }) => symbol).join());
// FPT
