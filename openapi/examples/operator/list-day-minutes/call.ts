import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { minutes, nextCursor } = await operator.listDayMinutes();
console.log(minutes.at(-1)?.openCalls, nextCursor);
// 1 1748833260000
