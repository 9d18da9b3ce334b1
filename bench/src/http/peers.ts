import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import helmet from "@fastify/helmet";
import jwt from "@fastify/jwt";
import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyInstance } from "fastify";
import metrics from "fastify-metrics";
import {
  marginRatioOf,
  marginRatioSchema,
  pageOf,
  pageSchema,
  searchHeadersOf,
  searchHeadOf,
  searchPath,
} from "./wire.ts";
import { type FoundEntries, openWork, type Work } from "./work.ts";

// Runs a peer server: node http-peers.ts NAME FOLDER

declare module "fastify" {
  interface FastifyRequest {
    userId: string;
  }
}

type Peer = (work: Work) => Promise<number>;

type Entry = FoundEntries["entries"][number];
const values = new WeakMap<Entry, object>();
const decoder = new TextDecoder();

/** An entry as a value, parsed once: other servers hold values where we hold JSON. */
function entryValueOf(entry: Entry): object {
  let value = values.get(entry);
  if (value === undefined) {
    value = JSON.parse(decoder.decode(entry)) as object;
    values.set(entry, value);
  }
  return value;
}

/** A search on Fastify without a response schema, so that it serializes with `JSON.stringify`. */
async function searchByFastify(work: Work): Promise<number> {
  const app = Fastify({ logger: false, genReqId: () => work.makeId() });
  const params = {
    type: "object",
    properties: { search: { type: "string", minLength: 1, maxLength: 100 } },
    required: ["search"],
  };
  app.get<{ Params: { search: string } }>(
    `${searchPath}:search`,
    { schema: { params } },
    (request, reply) => {
      const beganMs = performance.now();
      const found = work.search(request.params.search.trim());
      const data = found.entries.map(entryValueOf);
      reply.headers(searchHeadersOf(request.id)).send({ ...searchHeadOf(request.id, beganMs, found), data });
    },
  );
  return listen(app);
}

const [opening, comma, closing] = ["[", ",", "]}"].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
];

/** A search by hand: one route, and the cached bytes of the entries joined and written with the headers of ours. */
async function searchByHand(work: Work): Promise<number> {
  const server = createServer((request, response) => {
    const beganMs = performance.now();
    const id = work.makeId();
    const [path = ""] = (request.url ?? "").split("?", 1);
    if (request.method !== "GET" || !path.startsWith(searchPath)) return void response.writeHead(404).end();
    const term = decodeURIComponent(path.slice(searchPath.length)).normalize("NFC").trim();
    if (term === "" || term.length > 100) return void response.writeHead(400).end();
    const found = work.search(term);
    const head = `${JSON.stringify(searchHeadOf(id, beganMs, found)).slice(0, -1)},"data":`;
    const list = found.entries.flatMap((entry, index) => (index === 0 ? [entry] : [comma, entry]));
    const body = Buffer.concat([Buffer.from(head), opening, ...list, closing]);
    response.writeHead(200, { ...searchHeadersOf(id), "content-length": body.length }).end(body);
  });
  return listenOn(server);
}

/** Does all that our server does for a request with Fastify's plugins; verified tokens are cached. */
async function serveByFastifyWithPlugins(work: Work): Promise<number> {
  const app = Fastify({ logger: { level: "warn" }, genReqId: () => work.makeId() });
  app.decorateRequest("userId", "");
  await app.register(helmet, { contentSecurityPolicy: { directives: { defaultSrc: ["'none'"] } } });
  await app.register(jwt, {
    secret: { public: work.publicKey },
    verify: {
      algorithms: ["ES256"],
      allowedIss: "trading-oms",
      allowedAud: "trading-oms",
      requiredClaims: ["sub", "exp"],
      cache: 10_000,
    },
  });
  await app.register(metrics.default, { endpoint: "/metrics", routeMetrics: { enabled: true } });
  await app.register(rateLimit, {
    max: 1_000_000,
    timeWindow: 60_000,
    hook: "preHandler",
    keyGenerator: (request) => request.userId,
  });
  app.addHook("onRequest", async (request, reply) => {
    const { sub } = await request.jwtVerify<{ readonly sub: string }>();
    request.userId = sub;
    reply.headers({
      "cache-control": "private, no-store",
      vary: "Authorization",
      "x-request-id": request.id,
    });
  });
  addRoutes(app, work);
  return listen(app);
}

/** Both operations in idiomatic Fastify: schemas for requests and responses. */
function addRoutes(app: FastifyInstance, work: Work): void {
  const symbol = { type: "string", minLength: 1, maxLength: 32, pattern: "^[A-Za-z0-9._-]+$" };
  const params = { type: "object", properties: { symbol }, required: ["symbol"] };
  app.get<{ Params: { symbol: string } }>(
    "/api/v1/diagnostics/margin-ratios/:symbol",
    { schema: { params, response: { 200: marginRatioSchema } } },
    async (request, reply) => marginRatioOf(work, request.params.symbol) ?? reply.code(404).send(),
  );
  const querystring = {
    type: "object",
    properties: {
      limit: { type: "integer", minimum: 1, maximum: 100, default: 50 },
      offset: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
    },
  };
  app.get<{ Querystring: { limit: number; offset: number } }>(
    "/api/v1/notifications",
    { schema: { querystring, response: { 200: pageSchema } } },
    async ({ query, userId }) => pageOf(work, userId, query.limit, query.offset),
  );
}

async function listenOn(server: Server): Promise<number> {
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  return (server.address() as AddressInfo).port;
}

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}

const peers: Readonly<Record<string, Peer>> = {
  "Fastify with stringify": searchByFastify,
  "node:http by hand": searchByHand,
  "Fastify with plugins": serveByFastifyWithPlugins,
};

const [, , name = "", folder = ""] = process.argv;
const peer = peers[name];
if (peer === undefined) throw new Error(`There is no peer ${name}.`);
console.log(`listening on ${await peer(await openWork(folder))}`);
