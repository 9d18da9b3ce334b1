/** What positions are set and closed in, and what stays held to be covered. */
export const crashSymbols = { held: "CRASH", covered: "COVER" } as const;
