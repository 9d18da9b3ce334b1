export { type ScratchBucket, startBucket } from "./bucket.ts";
export { type ScratchNats, startNats } from "./nats.ts";
export { omsProgram, runOms, savedQuote, signTokens, writeCatalog } from "./oms.ts";
export { type ScratchPooler, startPooler } from "./pooler.ts";
export {
  dropDatabase,
  makeDatabase,
  type RunSql,
  runSql,
  type ScratchPostgresql,
  type StopMode,
  startPostgresql,
  withDatabase,
} from "./postgresql.ts";
export { type Program, startProgram } from "./program.ts";
export { findFreePort } from "./programs.ts";
export {
  ensureRuntime,
  type Launch,
  launchOn,
  type RuntimeName,
  runtimeNames,
  runtimeWords,
} from "./runtimes.ts";
