import { Miniflare } from "miniflare";
import { loadLargeMarket, makeServices, makeSigner, symbolOf } from "./market.ts";
import { type StartedEdge, startEdge } from "./start-edge.ts";
import type { WorkerOptions } from "./workers.ts";

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

/** As much of what V8's profiler gives as is used of it. */
export type Profile = {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

/** What the profiler says of the time in which nothing was done. */
const restingNames = new Set(["(idle)", "(program)", "(root)"]);

/** Adds up the time in which something was done: no number where the profiler has looked at nothing. */
export function sumBusyMs({ nodes, samples, timeDeltas }: Profile): number {
  if (samples.length === 0) return Number.NaN;
  const resting = new Set(
    nodes.filter(({ callFrame }) => restingNames.has(callFrame.functionName)).map(({ id }) => id),
  );
  return (
    samples.reduce((sum, id, index) => (resting.has(id) ? sum : sum + (timeDeltas[index] ?? Number.NaN)), 0) /
    1_000
  );
}

/** Has garbage collected at once, so that what is seen is what is held. */
const collecting = "--gc-global --gc-interval=100";

/** Measures the bytes that the isolate which answers requests holds, once it has searched so many instruments. */
export async function measureMemory(instrumentCount: number): Promise<number> {
  const { jwks, tokenOf } = await makeSigner();
  process.env["MINIFLARE_WORKERD_V8_FLAGS"] = collecting;
  const texts = { AUTH_JWKS: jwks, RATE_LIMIT_ADDRESS: "0" };
  const edge = await startEdge({ texts, port: 0, isInspected: true });
  delete process.env["MINIFLARE_WORKERD_V8_FLAGS"];
  try {
    await loadLargeMarket(makeServices(await edge.openStore()), instrumentCount);
    const token = await tokenOf("u-1");
    for (let index = 0; index < 100; index += 1) await ask(edge, symbolOf(index * 100), token);
    return await measureIsolate(await edge.miniflare.getInspectorURL(), "trading-oms");
  } finally {
    await edge.stop();
  }
}

async function ask({ url }: StartedEdge, symbol: string, token: string): Promise<void> {
  const found = await fetch(`${url}/api/v1/MarketData/GetSymbolSearch/${symbol.slice(0, 3)}`);
  const { data } = (await found.json()) as { readonly data: readonly unknown[] };
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${url}/api/v1/diagnostics/margin-ratios/${symbol}`, { headers });
  if (data.length === 0 || status !== 200) throw new Error(`The Worker does not know ${symbol}.`);
}

/** Asks the runtime what an isolate holds: the objects of its heap, and buffers and WebAssembly beside it. */
export async function measureIsolate(address: URL, name: string): Promise<number> {
  const inspector = await connectInspector(address, name);
  try {
    const { usedSize, backingStorageSize } = await inspector.ask("Runtime.getHeapUsage");
    return Number(usedSize) + Number(backingStorageSize);
  } finally {
    inspector.close();
  }
}

/** The inspector of the runtime answers soon, or not at all. */
const answerMsMax = 30_000;

/** An inspector that is asked one thing after the other. */
type Inspector = {
  readonly ask: (method: string, parameters?: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly close: () => void;
};

/** Connects to the inspector of a Worker that miniflare runs. */
async function connectInspector(address: URL, name: string): Promise<Inspector> {
  const socket = new WebSocket(new URL(`/core:user:${name}`, address));
  const waiting = new Map<number, (result: Readonly<Record<string, unknown>>) => void>();
  let count = 0;
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  await new Promise((settle, reject) => {
    socket.onopen = settle;
    socket.onerror = () => reject(new Error("The inspector is not to be reached."));
  });
  return {
    ask: (method, parameters = {}) => {
      count += 1;
      const id = count;
      return new Promise((settle, reject) => {
        setTimeout(reject, answerMsMax, new Error("The inspector does not answer.")).unref();
        waiting.set(id, settle);
        socket.send(JSON.stringify({ id, method, params: parameters }));
      });
    },
    close: () => socket.close(),
  };
}
