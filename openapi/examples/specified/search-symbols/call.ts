import { createClient } from "@trading-oms/client";

const client = createClient({
  baseUrl: "http://127.0.0.1:8787",
});
const { data } = await client.searchSymbols("fpt");
console.log(data[0]?.symbol, data[0]?.info?.lsPrc);
// FPT 80000
