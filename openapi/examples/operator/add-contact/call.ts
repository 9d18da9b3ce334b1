import { createOperator } from "@trading-oms/client/operator";

const operator = createOperator({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { contact } = await operator.addContact("888C000017", "FPT", {
  method: "telephone",
  answer: "promised",
  promisedAmount: 2_000_000,
});
console.log(contact?.by, contact?.answer);
// desk-1 promised
