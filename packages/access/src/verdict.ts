/** Why a token is refused. */
export type TokenRefusalCode =
  | "token-missing"
  | "token-malformed"
  | "token-expired"
  | "token-not-yet-valid"
  | "token-not-trusted"
  | "keys-not-to-be-had";

/** A token that is refused. The message is for a person, and quotes nothing of what was sent. */
export type Refused = { readonly kind: "refused"; readonly code: TokenRefusalCode; readonly message: string };

/** Who it is, until when the token says so; or why nobody knows. */
export type Verdict =
  | { readonly kind: "user"; readonly userId: string; readonly expiresAtMs: number }
  | Refused;

const messages: Readonly<Record<TokenRefusalCode, string>> = {
  "token-missing": "A token is missing: send it as Authorization: Bearer.",
  "token-malformed": "What was sent as a token is none: send one token as Authorization: Bearer.",
  "token-expired": "The token has expired: sign in again.",
  "token-not-yet-valid": "The token is not valid yet: check the clock of whoever issued it.",
  "token-not-trusted": "The token is not trusted: it was not issued for this service by whom it trusts.",
  "keys-not-to-be-had": "Tokens can't be checked at the moment: try again later.",
};

/** Refuses a token by its code. */
export function refuse(code: TokenRefusalCode): Refused {
  return { kind: "refused", code, message: messages[code] };
}
