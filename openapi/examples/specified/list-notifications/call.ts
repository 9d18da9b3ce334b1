import { createClient } from "@trading-oms/client";

const client = createClient({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
for await (const { type } of client.everyNotification()) {
  console.log(type);
}
// MarginCall
// Deposit
