export { bundleWorker, checkBundle } from "./bundle.ts";
export { restoreBackup } from "./sql.ts";
export { type EdgeOrder, type StartedEdge, startEdge } from "./start-edge.ts";
export { requestWorker, type WorkerVars } from "./workers.ts";
