/**
 * The specified OpenAPI document of Trading OMS as zod schemas and Hono routes: `app.openapi` takes a route, validates requests with it,
 * and types the handler. Generated from the document by `pnpm generate`.
 *
 * @example
 * ```ts
 * import { OpenAPIHono } from "@hono/zod-openapi";
 * import { routes } from "@trading-oms/contract";
 *
 * const app = new OpenAPIHono();
 * app.openapi(routes.getMarginRatio, (context) => {
 *   const { symbol } = context.req.valid("param");
 *   return context.json({ symbol, marginRatio: 0.5 }, 200);
 * });
 * ```
 *
 * @packageDocumentation
 */
export { documentHead, operationPrefix, routes, schemas, securitySchemes } from "./specified.gen.ts";
