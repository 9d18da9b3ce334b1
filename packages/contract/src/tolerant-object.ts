import { z } from "@hono/zod-openapi";
import { $ZodUnknown } from "zod/v4/core";

/**
 * An object schema that keeps unknown members. Its type has only the known ones, and the emitted document does not
 * mention `additionalProperties`.
 *
 * The catchall schema is from zod's core, because zod-to-openapi ignores core schemas and would emit a classic one as
 * `additionalProperties`. The direct import keeps bundles small; `z.core` would include all of the core.
 */
export function tolerantObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  const others = new $ZodUnknown({ type: "unknown" });
  return z.object(shape).catchall(others as never) as unknown as z.ZodObject<Shape>;
}
