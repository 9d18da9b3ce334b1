import { OpenAPIHono } from "@hono/zod-openapi";
import { routes } from "@trading-oms/contract";
// Imported so that the compiler can name their types in the declarations of the app.
import type {} from "hono";
import type {} from "hono/utils/types";

const app = new OpenAPIHono()
  .openapi(routes.searchSymbols, answerNothing)
  .openapi(routes.parseIdCard, answerNothing)
  .openapi(routes.setCoveredMarginCall, answerNothing)
  .openapi(routes.getMarginRatio, answerNothing)
  .openapi(routes.listNotifications, answerNothing);

/** The client takes nothing of the app but its type, which the routes say in full. */
export type App = typeof app;

function answerNothing(): never {
  throw new Error("This app is compiled, and never served.");
}
