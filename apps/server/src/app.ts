import { OpenAPIHono } from "@hono/zod-openapi";
import { documentHead } from "@trading-oms/contract";
import type { MiddlewareHandler } from "hono";
import { serveDocuments } from "./http/documents.ts";
import { serveHealth } from "./http/health.ts";
import { getPath, withMiddleware } from "./http/middleware.ts";
import type { App, AppEnv } from "./http/request-context.ts";
import type { ServedContract } from "./http/served-contract.ts";
import { onValidated } from "./http/validation.ts";
import { servedContracts } from "./operations/documents.gen.ts";
import type { ServerServices } from "./services.ts";

/**
 * Builds the application from injected services, by default with every document that all deployments serve. It does not depend on a
 * runtime; `outermost` is what a runtime wraps around all of it.
 */
export function createApp(
  services: ServerServices,
  contracts: readonly ServedContract[] = servedContracts,
  ...outermost: MiddlewareHandler[]
): App {
  const app = new OpenAPIHono<AppEnv>({ getPath, defaultHook: onValidated });
  if (outermost.length > 0) app.use(...outermost);
  withMiddleware(app, services);
  for (const { serve } of contracts) serve(app, services);
  serveHealth(app, services);
  serveDocuments(app, services);
  return app;
}

/** The version of the product, which is the document's. A function, because bundles for Workers leave out what they do not call. */
export function productVersion(): string {
  return documentHead.info.version;
}

/** The path of each operation by its name, which traces use as the route. */
export function operationPathsOf(
  contracts: readonly ServedContract[] = servedContracts,
): Readonly<Record<string, string>> {
  return Object.assign({}, ...contracts.map(({ operationPaths }) => operationPaths));
}
