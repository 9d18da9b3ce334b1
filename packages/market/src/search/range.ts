/** A stretch of a list, its end not included. */
export type Range = { readonly from: number; readonly to: number };

/** What is found where nothing is. */
export const nowhere: Range = { from: 0, to: 0 };
