/** One page of a list in key order. `after` is the last key of the previous page. */
export type Part<Key> = { readonly after?: Key | undefined; readonly limit: number };

/** A page of the rows that changed after a counter had this value. */
export type PartSince<Key> = Part<Key> & { readonly version: number };
