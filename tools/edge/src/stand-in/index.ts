export { createRoute } from "./create-route.ts";
export { OpenAPIHono } from "./open-api-hono.ts";
