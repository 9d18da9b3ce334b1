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
  type ChosenKey,
  type EnsuredKeys,
  ensureKeys,
  type KeysUnchanged,
  type RetiredKey,
  retireKey,
  signWith,
} from "./change-keys.ts";
export type { Refused, TokenFault, TokenRefusalCode, Verdict } from "./check-token.ts";
export { createVerifier, type Verifier, type VerifierSettings } from "./create-verifier.ts";
export {
  checkPrivacy,
  type FileOwnership,
  type Files,
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
export { checkKeysUrl, type RemoteKeysSettings, remoteKeys } from "./remote-keys.ts";
export { type FileKeysSettings, fileKeys } from "./renewed-keys.ts";
export {
  checkRoleClaim,
  defaultRoleClaim,
  includesRole,
  isRole,
  listRoles,
  type Role,
} from "./roles.ts";
export {
  checkUserId,
  defaultAudience,
  defaultIssuer,
  type SignTokenOptions,
  signToken,
} from "./sign-token.ts";
export { isVisibleText } from "./visible-text.ts";
