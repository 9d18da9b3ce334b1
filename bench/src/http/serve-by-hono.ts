import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import type { Contender } from "./contender.ts";
import { envelopeOf, searchHeadersOf, searchPath } from "./render-searches.ts";

/** Searches on Hono as its documentation has it: a route, a value, and `c.json`. */
export const serveByHono: Contender = async (work) => {
  const app = new Hono();
  app.get("/cpu", (context) => context.json(process.cpuUsage()));
  app.get(`${searchPath}:search`, (context) => {
    const beganMs = performance.now();
    const term = context.req.param("search").trim();
    if (term.length < 1 || term.length > 100) return context.body(null, 400);
    const id = work.makeId();
    const found = work.desk.search(term);
    return context.json(envelopeOf(id, beganMs, found), 200, searchHeadersOf(id, found));
  });
  return await new Promise<number>((settle) => {
    serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }: AddressInfo) => settle(port));
  });
};
