/** A part of a list, in the order of its key; `after` is the last key of the part before. */
export type Part<Key> = { readonly after?: Key | undefined; readonly limit: number };

/** A part of what was changed after a counter had this value. */
export type PartSince<Key> = Part<Key> & { readonly version: number };
