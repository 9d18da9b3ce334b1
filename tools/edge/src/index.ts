export { restoreBackup } from "./sql.ts";
export { type EdgeOrder, type StartedEdge, startEdge } from "./start-edge.ts";
export type { WorkerTexts } from "./workers.ts";
