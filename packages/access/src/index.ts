export {
  type Algorithm,
  defaultAlgorithms,
  isAlgorithm,
  listAlgorithms,
  type ReadAlgorithms,
  readAlgorithms,
} from "./algorithms.ts";
export {
  type AddedKey,
  addKey,
  type EnsuredKeys,
  ensureKeys,
  type KeysUnchanged,
  type RetiredKey,
  retireKey,
} from "./change-keys.ts";
export { createVerifier, type Verifier, type VerifierSettings } from "./create-verifier.ts";
export type { Refused, TokenFault, TokenRefusalCode, Verdict } from "./judge-token.ts";
export {
  type FileOwnership,
  type Files,
  judgePrivacy,
  type KeyFile,
  type KeyFileSettings,
  type KeysRead,
  type KeysWritten,
  openKeyFile,
} from "./key-file.ts";
export { fixedKeys, type HeldKeys, type KeySource, KeysFault, type KeysFaultCode } from "./key-source.ts";
export {
  type Jwk,
  type Jwks,
  makeKey,
  type ParsedKeys,
  parseKeys,
  publicKeysOf,
  type SigningKey,
  signingKeyOf,
} from "./keys.ts";
export { judgeKeysUrl, type RemoteKeysSettings, remoteKeys } from "./remote-keys.ts";
export { type FileKeysSettings, fileKeys } from "./renewed-keys.ts";
export {
  defaultRoleClaim,
  includesRole,
  isRole,
  judgeRoleClaim,
  listRoles,
  type Role,
} from "./roles.ts";
export {
  defaultAudience,
  defaultIssuer,
  judgeUserId,
  type SignTokenOptions,
  signToken,
} from "./sign-token.ts";
