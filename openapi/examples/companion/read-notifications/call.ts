import { createCompanion } from "@trading-oms/client/companion";

const companion = createCompanion({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { unread } = await companion.readNotifications({
  through: 96470196,
});
console.log(unread);
// 1
