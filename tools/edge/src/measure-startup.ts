import { Miniflare } from "miniflare";
import { connectInspector } from "./connect-inspector.ts";
import { type Profile, sumBusyMs } from "./sum-busy-ms.ts";
import type { WorkerOptions } from "./worker-options.ts";

const loader = `export default { fetch: async () => (await import("./worker.js"), new Response("loaded")) };`;

const samplingMicroseconds = 100;

/** What is shorter can't be sampled, and is given as this. */
export const startupMsLeast: number = samplingMicroseconds / 1_000;

/**
 * Measures the milliseconds in which workerd, on this machine, evaluates the module of a Worker: another one imports it
 * while the profiler looks on, to which parsing that runs nothing looks like rest.
 */
export async function measureStartup({ modules, ...options }: WorkerOptions): Promise<number> {
  const miniflare = new Miniflare({
    ...options,
    modules: [{ type: "ESModule", path: "loader.js", contents: loader }, ...modules],
    serviceBindings: {},
    cf: false,
    inspectorPort: 0,
  });
  try {
    const inspector = await connectInspector(await miniflare.getInspectorURL(), options.name);
    await inspector.ask("Profiler.enable");
    await inspector.ask("Profiler.setSamplingInterval", { interval: samplingMicroseconds });
    await inspector.ask("Profiler.start");
    const answer = await miniflare.dispatchFetch("http://workers.test/");
    if ((await answer.text()) !== "loaded") throw new Error("The module can't be loaded.");
    const { profile } = await inspector.ask("Profiler.stop");
    inspector.close();
    return Math.max(sumBusyMs(profile as Profile), startupMsLeast);
  } finally {
    await miniflare.dispose();
  }
}
