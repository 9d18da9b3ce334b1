import { createCompanion } from "@trading-oms/client/companion";

const companion = createCompanion({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { unread, all } = await companion.countNotifications();
console.log(unread, all);
// 3 1204
