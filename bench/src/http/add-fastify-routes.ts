import type { FastifyInstance } from "fastify";
import { marginRatioSchema, pageSchema } from "./answer-schemas.ts";
import type { Work } from "./contender.ts";
import { marginRatioOf, pageOf } from "./render-answers.ts";

declare module "fastify" {
  interface FastifyRequest {
    userId: string;
  }
}

/** Puts both operations on Fastify as it is meant to be used: schemas for what comes and for what goes. */
export function addFastifyRoutes(app: FastifyInstance, work: Work): void {
  app.get<{ Params: { symbol: string } }>(
    "/api/v1/diagnostics/margin-ratios/:symbol",
    {
      schema: {
        params: {
          type: "object",
          properties: {
            symbol: { type: "string", minLength: 1, maxLength: 32, pattern: "^[A-Za-z0-9._-]+$" },
          },
          required: ["symbol"],
        },
        response: { 200: marginRatioSchema },
      },
    },
    async ({ params }, reply) => marginRatioOf(work, params.symbol) ?? reply.code(404).send(),
  );
  app.get<{ Querystring: { limit: number; offset: number } }>(
    "/api/v1/notifications",
    {
      schema: {
        querystring: {
          type: "object",
          properties: {
            limit: { type: "integer", minimum: 1, maximum: 100, default: 50 },
            offset: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
          },
        },
        response: { 200: pageSchema },
      },
    },
    async ({ query, userId }) => pageOf(work, userId, query.limit, query.offset),
  );
}
