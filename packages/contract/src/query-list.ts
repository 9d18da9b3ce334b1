import { z } from "@hono/zod-openapi";

/** Inclusive bounds of the number of items. */
export type ListBounds = { readonly minItems: number; readonly maxItems: number };

/**
 * A list in one query parameter, its items between commas. An empty text is a list with one empty item. A fault of an
 * item is one of the parameter, since that is what the caller has named.
 */
export function queryList<Item extends z.ZodType<unknown, string>>(
  item: Item,
  { minItems, maxItems }: ListBounds,
) {
  const error = `has to be a list of ${minItems} to ${maxItems} items with commas between them`;
  const items = z.array(item).min(minItems, { error }).max(maxItems, { error });
  return z.string({ error }).transform((text, context) => {
    const read = items.safeParse(text.split(","));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const place = issue?.path[0];
    const message = issue?.message ?? error;
    context.addIssue({
      code: "custom",
      message: typeof place === "number" ? `item ${place + 1} ${message}` : message,
    });
    return z.NEVER;
  });
}
