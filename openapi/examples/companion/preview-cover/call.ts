import { createCompanion } from "@trading-oms/client/companion";

const companion = createCompanion({
  baseUrl: "http://127.0.0.1:8787",
  token: "test-token",
});
const preview = await companion.previewCover("888C000017", "FPT", {
  amount: 2_000_000,
});
console.log(preview.after.outstanding, preview.most);
// 0 20000000
