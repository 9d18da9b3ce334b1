/** Which files of the repository a Node process enters, read through its inspector. */
import { openInspector } from "../harness/inspector.ts";

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
  const { call, close } = await openInspector(address);
  await call("Profiler.enable");
  await call("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return {
    takeEntered: async () => listEntered((await call("Profiler.takePreciseCoverage")) as Coverage),
    close,
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
