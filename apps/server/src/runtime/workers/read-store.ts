import type { Services } from "@trading-oms/brokerage";
import type { Environment } from "./environment.ts";

/** Opens a store as an isolate finds it, brought to the newest schema. */
export type OpenStore = () => Promise<Services["store"]>;

/** Reads from an environment where the store is; what is wrong with that becomes faults. */
export type ReadStore = (environment: Environment, faults: string[]) => OpenStore | undefined;
