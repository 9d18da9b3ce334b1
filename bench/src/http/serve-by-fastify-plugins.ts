import type { AddressInfo } from "node:net";
import helmet from "@fastify/helmet";
import jwt from "@fastify/jwt";
import rateLimit from "@fastify/rate-limit";
import Fastify from "fastify";
import metrics from "fastify-metrics";
import { addFastifyRoutes } from "./add-fastify-routes.ts";
import type { Contender } from "./contender.ts";

const requestsAMinuteMax = 1_000_000;

/** All that our server does for a request, by the plugins that Fastify has for it; tokens that were checked are kept. */
export const serveByFastifyPlugins: Contender = async (work) => {
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
    max: requestsAMinuteMax,
    timeWindow: 60_000,
    hook: "preHandler",
    keyGenerator: (request) => request.userId,
  });
  app.addHook("onRequest", async (request, reply) => {
    if (request.url === "/cpu") return;
    const { sub } = await request.jwtVerify<{ readonly sub: string }>();
    request.userId = sub;
    reply.headers({
      "cache-control": "private, no-store",
      vary: "Authorization",
      "x-request-id": request.id,
    });
  });
  app.get("/cpu", () => process.cpuUsage());
  addFastifyRoutes(app, work);
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
};
