import { Miniflare } from "miniflare";
import { loadLargeMarket, makeServices, makeSigner, symbolOf } from "./market.ts";
import { type StartedEdge, startEdge } from "./start-edge.ts";
import type { WorkerOptions } from "./workers.ts";

const loader = `export default { fetch: async () => (await import("./worker.js"), new Response("loaded")) };`;

const samplingMicroseconds = 100;

/** The shortest measurable time; shorter startups are reported as this. */
export const startupMsLeast: number = samplingMicroseconds / 1_000;

/**
 * Measures the milliseconds in which workerd evaluates the module of a Worker on this machine. A loader module imports
 * it under the profiler, which counts parsing as idle.
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

/** The used part of a V8 profile. */
export type Profile = {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

/** The names of idle time in a profile. */
const restingNames = new Set(["(idle)", "(program)", "(root)"]);

/** Sums the time that was not idle. Returns NaN for a profile without samples. */
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

/** Makes the runtime collect garbage often, so that measured memory is memory in use. */
const collecting = "--gc-global --gc-interval=100";

/** Measures the memory of the request Worker's isolate after it has searched a number of instruments. */
export async function measureMemory(instrumentCount: number): Promise<number> {
  const { jwks, tokenOf } = await makeSigner();
  process.env["MINIFLARE_WORKERD_V8_FLAGS"] = collecting;
  const texts = { AUTH_JWKS: jwks, RATE_LIMIT_ADDRESS: "0" };
  const edge = await startEdge({ texts, port: 0, isInspected: true });
  delete process.env["MINIFLARE_WORKERD_V8_FLAGS"];
  try {
    await loadLargeMarket(makeServices(await edge.openStore()), instrumentCount);
    const token = await tokenOf("u-1");
    const measured: number[] = [];
    for (let index = 0; index < 100; index += 1) {
      await ask(edge, symbolOf(index * 100), token);
      // Garbage that was not collected yet makes single figures some megabytes larger; the least one is what is in use.
      if (index >= 50 && index % 10 === 9) {
        measured.push(await measureIsolate(await edge.miniflare.getInspectorURL(), "trading-oms"));
      }
    }
    return Math.min(...measured);
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

/** The memory of an isolate: its heap, and the buffers and WebAssembly outside it. */
export async function measureIsolate(address: URL, name: string): Promise<number> {
  const inspector = await connectInspector(address, name);
  try {
    const { usedSize, backingStorageSize } = await inspector.ask("Runtime.getHeapUsage");
    return Number(usedSize) + Number(backingStorageSize);
  } finally {
    inspector.close();
  }
}

/** How long an inspector may take to answer. */
const answerMsMax = 30_000;

/** An inspector that takes one command at a time. */
type Inspector = {
  readonly ask: (method: string, parameters?: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly close: () => void;
};

/** Connects to the inspector of a Worker in miniflare. */
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
    socket.onerror = () => reject(new Error("The inspector cannot be reached."));
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
