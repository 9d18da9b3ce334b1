import { Hono } from "hono";

/** As much of the application of `@hono/zod-openapi` as answers requests: what it registers is asked for by nobody. */
export class OpenAPIHono extends Hono {
  readonly openAPIRegistry = { registerPath: (): void => {} };
}
