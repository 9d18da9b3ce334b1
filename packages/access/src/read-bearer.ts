import { type Refused, refuse } from "./verdict.ts";

/** A token as it was sent, of which nothing is known but its form. */
export type Bearer = { readonly kind: "token"; readonly token: string };

const tokenLengthMax = 8_192;

/** Takes the one token out of the value of an Authorization header. */
export function readBearer(authorization: string | null | undefined): Bearer | Refused {
  if (!authorization) return refuse("missing");
  if (authorization.length > tokenLengthMax + "Bearer ".length) return refuse("form");
  const [, token] = /^bearer(?: +(.*))?$/is.exec(authorization) ?? [undefined, undefined];
  if (token === undefined) return refuse(/^(bearer)? *$/i.test(authorization) ? "missing" : "form");
  if (token === "") return refuse("missing");
  return isCompact(token) ? { kind: "token", token } : refuse("form");
}

/**
 * Whether a text is three parts of Base64url, each in its only spelling: without padding, and with nothing in the bits
 * that its last character does not need. A token that could be spelled in another way would be another one to a cache.
 */
function isCompact(token: string): boolean {
  const parts = token.split(".");
  return parts.length === 3 && parts.every((part) => part !== "" && base64Url.test(part));
}

const base64Url = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$/;
