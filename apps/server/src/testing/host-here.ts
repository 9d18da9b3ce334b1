import { bunHost } from "../runtimes/bun/host.ts";
import { denoHost } from "../runtimes/deno/host.ts";
import { type Host, nodeHost } from "../runtimes/node/host.ts";

/** The host of the runtime that runs the tests: Node, unless `pnpm lab runtimes` runs them. */
export const hostHere: Host = [bunHost, denoHost].find(({ runtime }) => runtime.version !== "") ?? nodeHost;
