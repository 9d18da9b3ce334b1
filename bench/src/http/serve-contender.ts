import { createPublicKey, randomUUID, type webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createVerifier, fixedKeys, parseKeys } from "@trading-oms/access";
import { MarketDesk, openReferenceBook } from "@trading-oms/brokerage";
import { keepEntries } from "@trading-oms/server/search-entries";
import { openSqliteStore } from "@trading-oms/store";
import type { Contender } from "./contender.ts";
import { playMarket } from "./play-market.ts";
import { serveByFastify } from "./serve-by-fastify.ts";
import { serveByFastifyPlugins } from "./serve-by-fastify-plugins.ts";
import { serveByHono } from "./serve-by-hono.ts";
import { serveByNode } from "./serve-by-node.ts";
import { serveReadyByNode } from "./serve-ready-by-node.ts";
import { serveSearchesByFastify, serveSearchesByStringify } from "./serve-searches-by-fastify.ts";

const contenders: Readonly<Record<string, Contender>> = {
  node: serveByNode,
  fastify: serveByFastify,
  "fastify-plugins": serveByFastifyPlugins,
  "fastify-serializer": serveSearchesByFastify,
  "fastify-stringify": serveSearchesByStringify,
  hono: serveByHono,
  "node-ready": serveReadyByNode,
};

const [, , name = "", folder = ""] = process.argv;
const contender = contenders[name];
if (contender === undefined) throw new Error(`There is no contender ${name}.`);
const keys = await parseKeys(await readFile(join(folder, "keys.json"), "utf8"));
if (keys.kind === "faulty") throw new Error(keys.issues.join("\n"));
const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
const book = await openReferenceBook({ store, now: () => Date.now() });
const desk = new MarketDesk(book);
desk.followAtOnce();
for (const message of playMarket(book)) desk.apply(message);
desk.takeChangedSymbols();
const writeEntry = keepEntries();
const parties = { issuer: "trading-oms", audience: "trading-oms" };
const port = await contender({
  store,
  book,
  desk: {
    search: (term) => {
      const { found, quotedAtMs } = desk.search(term);
      return { entries: found.map(writeEntry), quotedAtMs };
    },
  },
  verifier: createVerifier({ source: fixedKeys(keys.jwks), ...parties, now: () => Date.now() }),
  publicKey: createPublicKey({ key: keys.jwks.keys[0] as webcrypto.JsonWebKey, format: "jwk" }).export({
    type: "spki",
    format: "pem",
  }) as string,
  makeId: () => randomUUID().replaceAll("-", ""),
});
console.log(`listening on ${port}`);
