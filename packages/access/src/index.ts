export { type AddedKey, addKey } from "./add-key.ts";
export { type Algorithm, defaultAlgorithms, isAlgorithm, listAlgorithms } from "./algorithm.ts";
export type { KeysUnchanged } from "./change-keys.ts";
export { createVerifier, type Verifier, type VerifierSettings } from "./create-verifier.ts";
export { defaultAudience, defaultIssuer } from "./default-issuer.ts";
export { type EnsuredKeys, ensureKeys } from "./ensure-keys.ts";
export { type FileKeysSettings, fileKeys } from "./file-keys.ts";
export { type FileOwnership, type Files, judgePrivacy } from "./files.ts";
export { fixedKeys } from "./fixed-keys.ts";
export { judgeKeysUrl } from "./judge-keys-url.ts";
export { judgeUserId } from "./judge-user-id.ts";
export type { Jwk, Jwks, SigningKey } from "./jwk.ts";
export type { HeldKeys, KeySource } from "./key-source.ts";
export { KeysFault, type KeysFaultCode } from "./keys-fault.ts";
export { makeKey } from "./make-key.ts";
export {
  type KeyFile,
  type KeyFileSettings,
  type KeysRead,
  type KeysWritten,
  openKeyFile,
} from "./open-key-file.ts";
export { type ParsedKeys, parseKeys } from "./parse-keys.ts";
export { publicKeysOf } from "./public-keys-of.ts";
export { type ReadAlgorithms, readAlgorithms } from "./read-algorithms.ts";
export { type RemoteKeysSettings, remoteKeys } from "./remote-keys.ts";
export { type RetiredKey, retireKey } from "./retire-key.ts";
export { signToken, type TokenOrder } from "./sign-token.ts";
export { signingKeyOf } from "./signing-key-of.ts";
export type { Refused, TokenFault, TokenRefusalCode, Verdict } from "./verdict.ts";
