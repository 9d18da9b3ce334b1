export { documentHead, routes, securitySchemes } from "./routes.gen.ts";
export { schemas } from "./schemas.gen.ts";
