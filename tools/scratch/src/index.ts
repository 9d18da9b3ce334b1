export { type ScratchBucket, startBucket } from "./bucket.ts";
export { type ScratchNats, startNats } from "./nats.ts";
export { omsProgram, runOms, savedQuote, signTokens, writeCatalog } from "./oms.ts";
export { startPooler } from "./pooler.ts";
export {
  makeDatabase,
  releaseDatabase,
  runSql,
  type ScratchPostgresql,
  startPostgresql,
  withDatabase,
} from "./postgresql.ts";
export { type Program, startProgram } from "./program.ts";
export { findFreePort } from "./programs.ts";
export { ensureRuntime, type Launch, launchOn, type RuntimeName, runtimeNames } from "./runtimes.ts";
