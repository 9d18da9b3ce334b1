import { OpenAPIHono } from "@hono/zod-openapi";
import { documentHead, routes, securitySchemes } from "@trading-oms/contract";
import { serveDocuments } from "./http/documents.ts";
import { allowMethods } from "./http/headers.ts";
import { serveHealth } from "./http/health.ts";
import { getPath, withMiddleware } from "./http/middleware.ts";
import { guard } from "./http/operation.ts";
import type { App, AppEnv } from "./http/request-context.ts";
import { refuseInvalid } from "./http/validation.ts";
import { getMarginRatio } from "./operations/get-margin-ratio/handler.ts";
import { listNotifications } from "./operations/list-notifications/handler.ts";
import { serveCards } from "./operations/parse-id-card/handler.ts";
import { searchSymbols } from "./operations/search-symbols/handler.ts";
import { setCoveredMarginCall } from "./operations/set-covered-margin-call/handler.ts";
import type { ServerServices } from "./services.ts";

/** Builds the application from injected services. It does not depend on a runtime. */
export function createApp(services: ServerServices): App {
  const app = withMiddleware(new OpenAPIHono<AppEnv>({ getPath, defaultHook: refuseInvalid }), services);
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    app.openAPIRegistry.registerComponent("securitySchemes", name, scheme);
  }
  guard(app, routes.searchSymbols, services, { usesProblemDetails: true });
  app.openapi(routes.searchSymbols, searchSymbols(services));
  guard(app, routes.setCoveredMarginCall, services);
  app.openapi(routes.setCoveredMarginCall, setCoveredMarginCall(services));
  guard(app, routes.getMarginRatio, services);
  app.openapi(routes.getMarginRatio, getMarginRatio(services));
  guard(app, routes.listNotifications, services);
  app.openapi(routes.listNotifications, listNotifications(services));
  serveCards(app, services);
  // `serveCards` has already allowed the methods of the card paths.
  const { parseIdCard: _cards, ...others } = routes;
  for (const [path, offered] of Map.groupBy(Object.values(others), (route) => route.getRoutingPath())) {
    const methods = offered.map(({ method }) => method.toUpperCase());
    allowMethods(app, path, methods, services.corsOrigins);
  }
  serveHealth(app, services);
  serveDocuments(app, services);
  return app;
}

/** The version of the product, which is the document's. A function, because bundles for Workers leave out what they do not call. */
export function productVersion(): string {
  return documentHead.info.version;
}

/** Maps each operation id to its path, which traces use as the route. */
export const operationPaths: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(routes).map(([id, { path }]) => [id, path]),
);
