import { createCompanion } from "@trading-oms/client/companion";

const companion = createCompanion({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const page = await companion.listMovements("888C000017");
for (const { kind, before, after } of page.movements) {
  console.log(kind, after - before);
}
// reduction -4000000
// cover 2000000
