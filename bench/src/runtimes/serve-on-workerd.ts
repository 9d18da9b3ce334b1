import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type D1Binding, openD1Store } from "@trading-oms/store/d1";
import { Miniflare } from "miniflare";
import { bundleForWorkerd } from "./bundle-for-workerd.ts";
import { fillD1 } from "./fill-d1.ts";

// Runs a Worker as miniflare does: `ours FOLDER KEYS`, or `fixed ANSWERS`.
const [, , what = "", first = "", keys = ""] = process.argv;
const entry =
  what === "ours"
    ? import.meta.resolve("@trading-oms/server/workers")
    : import.meta.resolve("./fixed-worker.ts");
const bindings =
  what === "ours"
    ? { AUTH_JWKS: keys, RATE_LIMIT_USER: "1000000", RATE_LIMIT_ADDRESS: "0", LOG_LEVEL: "warn" }
    : { ANSWERS: JSON.parse(await readFile(first, "utf8")) };
const miniflare = new Miniflare({
  modules: [{ type: "ESModule", path: "worker.js", contents: await bundleForWorkerd(fileURLToPath(entry)) }],
  compatibilityDate: "2026-07-01",
  host: "127.0.0.1",
  port: 0,
  cf: false,
  bindings,
  d1Databases: ["DB"],
});
process.once("SIGTERM", () => void miniflare.dispose().then(() => process.exit()));
const { port } = await miniflare.ready;
if (what === "ours") {
  const store = await openD1Store((await miniflare.getD1Database("DB")) as unknown as D1Binding);
  await fillD1(store, first);
  await store.close();
}
console.log(`listening on ${port}`);
