export { ensureRuntime } from "./ensure-runtime.ts";
export type { Launch } from "./launch.ts";
export { launchOn, runtimeWords } from "./launch-on.ts";
export { type RuntimeName, runtimeNames } from "./pinned-runtimes.ts";
