export { bundleWorker } from "./bundle-worker.ts";
export { requestWorker } from "./edge-workers.ts";
export { judgeBundle } from "./judge-bundle.ts";
export { restoreBackup } from "./restore-backup.ts";
export { type EdgeOrder, type StartedEdge, startEdge } from "./start-edge.ts";
export type { WorkerTexts } from "./worker-options.ts";
