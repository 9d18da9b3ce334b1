/** A fault that fires once. `hit` is called at each statement, and throws at the n-th. */
export type FaultPoint = { readonly hit: () => void; readonly hasFired: () => boolean };

/** Creates a fault for the n-th statement, as a full or broken disk would cause it. */
export function createFaultPoint(failAt: number): FaultPoint {
  let count = 0;
  return {
    hit: () => {
      count += 1;
      if (count === failAt) throw new Error("This statement was made to fail.");
    },
    hasFired: () => count >= failAt,
  };
}
