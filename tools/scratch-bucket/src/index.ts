export { findSwiftPrograms } from "./find-swift-programs.ts";
export { type ScratchBucket, startBucket } from "./start-bucket.ts";
