import { z } from "@hono/zod-openapi";

/** Inclusive bounds. Both are required, so that every value is a safe integer. */
export type IntegerBounds = { readonly minimum: number; readonly maximum: number };

/**
 * An integer query parameter: decimal digits without sign, point, exponent or leading zeros.
 * `Number` alone would accept "", "0x10", "1e2" and " 5 ".
 */
export function queryInteger({ minimum, maximum }: IntegerBounds) {
  const error = `has to be a whole number from ${minimum} to ${maximum} in plain decimal digits`;
  return z
    .string({ error })
    .regex(/^(?:0|[1-9][0-9]*)$/, { error })
    .transform(Number)
    .pipe(z.number({ error }).min(minimum, { error }).max(maximum, { error }));
}
