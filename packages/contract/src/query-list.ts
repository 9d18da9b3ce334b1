import { z } from "@hono/zod-openapi";

/** Inclusive bounds of the number of items. */
export type ListBounds = { readonly minItems: number; readonly maxItems: number };

/** A list in one query parameter, its items between commas. An empty text is a list with one empty item. */
export function queryList<Item extends z.ZodType<unknown, string>>(
  item: Item,
  { minItems, maxItems }: ListBounds,
) {
  const error = `has to be a list of ${minItems} to ${maxItems} items with commas between them`;
  return z
    .string({ error })
    .transform((text) => text.split(","))
    .pipe(z.array(item).min(minItems, { error }).max(maxItems, { error }));
}
