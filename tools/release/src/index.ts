export { changesUnannounced, type JudgedFiles, type Judgement, judgeRelease } from "./judge-release.ts";
export type { LocatedChange } from "./locate-changes.ts";
