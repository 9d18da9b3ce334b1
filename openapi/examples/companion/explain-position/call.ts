import { createCompanion } from "@trading-oms/client/companion";

const companion = createCompanion({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { figures } = await companion.explainPosition("888C000017", "FPT");
console.log(figures[0]?.name, figures[0]?.formula);
// marketVnd |quantity| × unitVnd
