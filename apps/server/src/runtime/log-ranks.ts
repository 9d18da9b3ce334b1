import type { LogLevel } from "../log.ts";

/** What is written at which level: all whose rank is not above that of the level. */
export const logRanks: Readonly<Record<LogLevel, number>> = { error: 0, warn: 1, info: 2 };
