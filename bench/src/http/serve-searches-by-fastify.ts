import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { addFastifySearch } from "./add-fastify-search.ts";
import { symbolSearchSchema } from "./answer-schemas.ts";
import type { Contender, Work } from "./contender.ts";

/** Searches on Fastify with the serializer that it makes of a schema. */
export const serveSearchesByFastify: Contender = (work) => serve(work, symbolSearchSchema);

/** Searches on Fastify without a schema of the answer. */
export const serveSearchesByStringify: Contender = (work) => serve(work, undefined);

async function serve(work: Work, answerSchema: object | undefined): Promise<number> {
  const app = Fastify({ logger: false, genReqId: () => work.makeId() });
  app.get("/cpu", () => process.cpuUsage());
  addFastifySearch(app, work, answerSchema);
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}
