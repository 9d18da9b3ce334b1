import { createCompanion } from "@trading-oms/client/companion";

const companion = createCompanion({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const { accounts } = await companion.listAccounts();
for (const { accountId, outstanding } of accounts) {
  console.log(accountId, outstanding);
}
// 888C000017 2000000
