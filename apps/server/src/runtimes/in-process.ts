/** What serves the application within a process, without a network or a runtime's own modules. `@trading-oms/mock` wires it. */
export { createApp } from "../app.ts";
export type { Failure } from "../failure.ts";
export { localOrigins, openFailingApp } from "../http/middleware.ts";
export type { ServedContract } from "../http/served-contract.ts";
export { LiveHub } from "../operations/companion/stream-live/live-hub.ts";
export { serveLive } from "../operations/companion/stream-live/live-reader.ts";
export { servedContracts } from "../operations/documents.gen.ts";
export { operatorContract } from "../operations/operator.gen.ts";
export { cacheLists } from "../operations/specified/search-symbols/entries.ts";
export type { CardOutcome, ServerServices } from "../services.ts";
export { createMetrics } from "./workers/metrics.ts";
