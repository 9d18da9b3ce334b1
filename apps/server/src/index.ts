export { createApp } from "./app.ts";
export type { ServerServices } from "./services.ts";
