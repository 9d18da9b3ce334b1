import { bunHost } from "../runtime/bun/bun-host.ts";
import { denoHost } from "../runtime/deno/deno-host.ts";
import { type Host, nodeHost } from "../runtime/node/host.ts";

/** The ways of the runtime that the tests run on, which is Node unless `pnpm check:runtimes` runs them. */
export const hostHere: Host = [bunHost, denoHost].find(({ runtime }) => runtime.version !== "") ?? nodeHost;
