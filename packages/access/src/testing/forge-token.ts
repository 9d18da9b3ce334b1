import { createHmac } from "node:crypto";
import { importJWK } from "jose/key/import";
import type { SigningKey } from "../keys.ts";
import { parties, plannedAtMs } from "./plan-access.ts";

/** The claims of a valid token. */
export const validClaims: Readonly<Record<string, unknown>> = {
  iss: parties.issuer,
  aud: parties.audience,
  sub: "u-1",
  iat: plannedAtMs / 1_000,
  exp: plannedAtMs / 1_000 + 3_600,
};

/** Joins a token from parts, which may be invalid. */
export function joinToken(header: unknown, claims: unknown, signature: string): string {
  return `${encode(header)}.${encode(claims)}.${signature}`;
}

/** Signs any header and claims, valid or not, with a private key. */
export async function forgeToken(
  key: SigningKey,
  header: object = {},
  claims: unknown = validClaims,
): Promise<string> {
  const whole = { alg: key.alg, kid: key.kid, typ: "JWT", ...header };
  const input = `${encode(whole)}.${encode(claims)}`;
  const imported = (await importJWK(key, key.alg)) as CryptoKey;
  const how = { name: imported.algorithm.name, hash: "SHA-256", saltLength: 32 };
  const signature = await crypto.subtle.sign(how, imported, Buffer.from(input));
  return `${input}.${Buffer.from(signature).toString("base64url")}`;
}

/** Signs with a shared secret (HMAC). */
export function forgeWithHmac(
  secret: string | Buffer,
  header: object,
  claims: unknown = validClaims,
): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
}

/** Encodes a value as a part of a token. */
export function encode(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}
