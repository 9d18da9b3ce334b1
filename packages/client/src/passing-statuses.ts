/** The statuses that may well be another when the same call is made again. */
export const passingStatuses: readonly number[] = [408, 429, 500, 502, 503, 504];
