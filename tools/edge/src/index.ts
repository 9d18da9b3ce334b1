export { restoreBackup } from "./restore-backup.ts";
export { type EdgeOrder, type StartedEdge, startEdge } from "./start-edge.ts";
export type { WorkerTexts } from "./worker-options.ts";
