import { z } from "@hono/zod-openapi";

/**
 * An object that lets unknown members pass without inviting them: its type names the known ones alone, and the
 * emitted document says nothing of others.
 *
 * The schema for the unknown members is one of zod's core, because zod-to-openapi passes over those; a classic
 * one it would emit as `additionalProperties`.
 */
export function tolerantObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  const others = new z.core.$ZodUnknown({ type: "unknown" });
  return z.object(shape).catchall(others as never) as unknown as z.ZodObject<Shape>;
}
