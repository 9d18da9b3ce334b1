/** Which files of the repository a Node process enters, read through its inspector. */

/** Counts calls in the main thread of a process. */
export type Profiler = {
  /** The source files, such as `apps/server/src/app.ts`, of which a function was called since the last time. */
  readonly takeEntered: () => Promise<ReadonlySet<string>>;
  readonly close: () => void;
};

type Coverage = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
};

/** Connects to an inspector by the address that `node --inspect` prints. */
export async function openProfiler(address: string): Promise<Profiler> {
  const socket = new WebSocket(address);
  await new Promise((settle, reject) => {
    socket.addEventListener("open", settle);
    socket.addEventListener("error", () => reject(new Error(`There is no inspector at ${address}.`)));
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { readonly id?: number; readonly result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  let lastId = 0;
  const call = (method: string, params: object = {}): Promise<unknown> =>
    new Promise((settle) => {
      lastId += 1;
      waiting.set(lastId, settle);
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
  await call("Profiler.enable");
  await call("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return {
    takeEntered: async () => listEntered((await call("Profiler.takePreciseCoverage")) as Coverage),
    close: () => socket.close(),
  };
}

const builtFile = /\/((?:apps|packages)\/[^/]+)\/dist\/(.+)\.js$/;

function listEntered({ result }: Coverage): ReadonlySet<string> {
  const entered = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0]?.count !== 0));
  return new Set(
    entered.flatMap(({ url }) => {
      const [, folder, name] = builtFile.exec(url) ?? [];
      return folder === undefined ? [] : [`${folder}/src/${name}.ts`];
    }),
  );
}
