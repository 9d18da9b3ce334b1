/** A position as far as it is judged here: how much, and what was paid for all of it. */
export type Holding = { readonly quantity: bigint; readonly entryVnd: bigint };
