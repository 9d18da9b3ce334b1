import { OpenAPIHono } from "@hono/zod-openapi";
import type * as contract from "@trading-oms/contract";
import type { Fields } from "@trading-oms/document";

/** What a contract consists of, so that a changed copy can be held against the document as well. */
export type Contract = Pick<typeof contract, "documentHead" | "routes" | "schemas" | "securitySchemes">;

/** The document that a server built on the contract's routes would emit. */
export function emitDocument({ documentHead, routes, securitySchemes }: Contract): Fields {
  const app = new OpenAPIHono();
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    app.openAPIRegistry.registerComponent("securitySchemes", name, scheme);
  }
  for (const route of Object.values(routes)) {
    app.openAPIRegistry.registerPath(route);
  }
  return app.getOpenAPI31Document(documentHead) as unknown as Fields;
}
