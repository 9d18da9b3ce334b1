import { z } from "@hono/zod-openapi";
import { $ZodUnknown } from "zod/v4/core";

/**
 * An object that lets unknown members pass without inviting them: its type names the known ones alone, and the
 * emitted document says nothing of others.
 *
 * The schema for the unknown members is one of zod's core, because zod-to-openapi passes over those; a classic
 * one it would emit as `additionalProperties`. It is imported by itself, since who reaches for `z.core` takes all of
 * it into a bundle.
 */
export function tolerantObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  const others = new $ZodUnknown({ type: "unknown" });
  return z.object(shape).catchall(others as never) as unknown as z.ZodObject<Shape>;
}
