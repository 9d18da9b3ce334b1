import type { Place } from "../sqlite/judge-restore.ts";

/** How a D1 database is spoken of: its binding does not know its name. */
export const d1Place: Place = { name: "the D1 database", mend: "bind a new one" };
