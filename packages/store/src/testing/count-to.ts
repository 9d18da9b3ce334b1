/** What is called at each statement and throws at the n-th, once. */
export type Countdown = { readonly strike: () => void; readonly hasStruck: () => boolean };

/** Counts to the statement that fails, as a full disk or a broken one would have it. */
export function countTo(failAt: number): Countdown {
  let count = 0;
  return {
    strike: () => {
      count += 1;
      if (count === failAt) throw new Error("This statement was made to fail.");
    },
    hasStruck: () => count >= failAt,
  };
}
