/** Why a token is refused. */
export type TokenRefusalCode =
  | "token-missing"
  | "token-malformed"
  | "token-expired"
  | "token-not-yet-valid"
  | "token-not-trusted"
  | "keys-not-to-be-had";

/** What was found wrong with it, more exactly than whoever sent it is told: for a log. */
export type TokenFault =
  | "missing"
  | "form"
  | "header"
  | "algorithm"
  | "key"
  | "signature"
  | "issuer"
  | "audience"
  | "claims"
  | "expired"
  | "not-yet-valid"
  | "no-keys";

/** A token that is refused. Nothing of what was sent is quoted. */
export type Refused = {
  readonly kind: "refused";
  readonly code: TokenRefusalCode;
  readonly why: TokenFault;
};

/** Who it is, until when the token says so; or why nobody knows. */
export type Verdict =
  | { readonly kind: "user"; readonly userId: string; readonly expiresAtMs: number }
  | Refused;

const codes: Readonly<Record<TokenFault, TokenRefusalCode>> = {
  missing: "token-missing",
  form: "token-malformed",
  header: "token-not-trusted",
  algorithm: "token-not-trusted",
  key: "token-not-trusted",
  signature: "token-not-trusted",
  issuer: "token-not-trusted",
  audience: "token-not-trusted",
  claims: "token-malformed",
  expired: "token-expired",
  "not-yet-valid": "token-not-yet-valid",
  "no-keys": "keys-not-to-be-had",
};

/** Refuses a token for what is wrong with it. */
export function refuse(why: TokenFault): Refused {
  return { kind: "refused", code: codes[why], why };
}
