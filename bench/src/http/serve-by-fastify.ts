import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { addFastifyRoutes } from "./add-fastify-routes.ts";
import type { Contender } from "./contender.ts";
import { headersOf } from "./render-answers.ts";

/** Fastify with our verifier and our headers in its hooks, and without the counting of requests and limits. */
export const serveByFastify: Contender = async (work) => {
  const app = Fastify({ logger: false, genReqId: () => work.makeId() });
  app.decorateRequest("userId", "");
  app.addHook("onRequest", async (request, reply) => {
    if (request.url === "/cpu") return;
    const verdict = await work.verifier.verify(request.headers.authorization);
    if (verdict.kind === "refused") return reply.code(401).send();
    request.userId = verdict.userId;
  });
  app.addHook("onSend", async (request, reply) => {
    reply.headers(headersOf(request.id));
  });
  app.get("/cpu", () => process.cpuUsage());
  addFastifyRoutes(app, work);
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
};
