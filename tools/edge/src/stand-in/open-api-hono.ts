import { HonoBase } from "hono/hono-base";
import { TrieRouter } from "hono/router/trie-router";

/**
 * As much of the application of `@hono/zod-openapi` as answers requests: what it registers is asked for by nobody, and
 * for a dozen paths one of Hono's routers does.
 */
export class OpenAPIHono extends HonoBase {
  readonly openAPIRegistry = { registerPath: (): void => {} };

  constructor() {
    super();
    this.router = new TrieRouter();
  }
}
