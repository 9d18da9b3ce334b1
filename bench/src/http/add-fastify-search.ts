import type { FastifyInstance } from "fastify";
import type { Work } from "./contender.ts";
import { envelopeOf, searchHeadersOf, searchPath } from "./render-searches.ts";

/** Puts searches on Fastify, which writes values by the schema of the answer, or by `JSON.stringify` without one. */
export function addFastifySearch(app: FastifyInstance, work: Work, answerSchema: object | undefined): void {
  app.get<{ Params: { search: string } }>(
    `${searchPath}:search`,
    {
      schema: {
        params: {
          type: "object",
          properties: { search: { type: "string", minLength: 1, maxLength: 100 } },
          required: ["search"],
        },
        ...(answerSchema && { response: { 200: answerSchema } }),
      },
    },
    (request, reply) => {
      const beganMs = performance.now();
      const found = work.desk.search(request.params.search.trim());
      reply.headers(searchHeadersOf(request.id, found)).send(envelopeOf(request.id, beganMs, found));
    },
  );
}
