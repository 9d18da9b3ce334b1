// Everything that the bench imports from tools/, except cards (see cards.ts).
export { startNats, withDatabase } from "@trading-oms/scratch";

/** The compressed size of the Worker that answers requests on D1. */
export async function weighEdgeBundle(folder: string): Promise<number> {
  // Imported on demand: the module loads the Workers runtime.
  const { bundleWorker, judgeBundle, requestWorker } = await import("@trading-oms/edge");
  const { compressedBytes, faults } = judgeBundle(await bundleWorker(requestWorker, folder), Infinity);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return compressedBytes;
}
