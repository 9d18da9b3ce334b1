/** What positions are set, reduced and closed in, beside the one that is covered. */
export const heldSymbol = "CRASH";
