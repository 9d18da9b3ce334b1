/** What the places of the writer's signal hold: how often it was raised, and how many microseconds the last commit took. */
export const signalPlaces = { raised: 0, commitUs: 1 } as const;
