// All that the bench takes from tools/, the cards apart, which are in cards.ts.
export { startNats, withDatabase } from "@trading-oms/scratch";

/** The compressed bytes of the Worker that answers requests on D1. */
export async function weighEdgeBundle(folder: string): Promise<number> {
  // Loaded only here, since it comes with a runtime of Workers.
  const { bundleWorker, judgeBundle, requestWorker } = await import("@trading-oms/edge");
  const { compressedBytes, faults } = judgeBundle(await bundleWorker(requestWorker, folder), Infinity);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return compressedBytes;
}
