/** A run of the simulator in the page. */
import { type Run, simulate } from "@trading-oms/sim";

export async function runSeed(seed: number): Promise<Run> {
  const { port1, port2 } = new MessageChannel();
  // A message comes after all promises that settle by themselves.
  const drain = (): Promise<void> =>
    new Promise((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
  try {
    return await simulate(seed, { drain, keepsLines: true });
  } finally {
    port1.close();
  }
}
