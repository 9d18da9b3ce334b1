export {
  type Algorithm,
  defaultAlgorithms,
  isAlgorithm,
  listAlgorithms,
  readAlgorithms,
} from "./algorithms.ts";
export { addKey, ensureKeys, retireKey, signWith } from "./change-keys.ts";
export type { Refused, TokenFault, TokenRefusalCode, Verdict } from "./check-token.ts";
export { createVerifier, type Verifier } from "./create-verifier.ts";
export { checkPrivacy, type Files, type KeyFile, openKeyFile } from "./key-file.ts";
export { fixedKeys, type KeySource, KeysFault } from "./key-source.ts";
export {
  type Jwk,
  type Jwks,
  makeKey,
  type ParsedKeys,
  parseKeys,
  publicKeysOf,
  signingKeyOf,
} from "./keys.ts";
export { checkKeysUrl, remoteKeys } from "./remote-keys.ts";
export { fileKeys } from "./renewed-keys.ts";
export { checkRoleClaim, defaultRoleClaim, includesRole, isRole, listRoles, type Role } from "./roles.ts";
export { checkUserId, defaultAudience, defaultIssuer, signToken } from "./sign-token.ts";
export { isVisibleText } from "./visible-text.ts";
