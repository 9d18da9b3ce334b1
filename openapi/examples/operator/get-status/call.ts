import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { feed, store } = await operator.getStatus();
console.log(feed.status, store.engine);
// alive sqlite
