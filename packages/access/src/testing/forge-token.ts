import { createHmac } from "node:crypto";
import { importJWK } from "jose/key/import";
import type { SigningKey } from "../keys.ts";
import { parties, plannedAtMs } from "./plan-access.ts";

/** What a token says where a forger leaves it alone. */
export const honestClaims: Readonly<Record<string, unknown>> = {
  iss: parties.issuer,
  aud: parties.audience,
  sub: "u-1",
  iat: plannedAtMs / 1_000,
  exp: plannedAtMs / 1_000 + 3_600,
};

/** Writes a token out of parts, whatever stands in them. */
export function joinToken(header: unknown, claims: unknown, signature: string): string {
  return `${encode(header)}.${encode(claims)}.${signature}`;
}

/** Signs whatever stands in header and claims with a private key. */
export async function forgeToken(
  key: SigningKey,
  header: object = {},
  claims: unknown = honestClaims,
): Promise<string> {
  const whole = { alg: key.alg, kid: key.kid, typ: "JWT", ...header };
  const input = `${encode(whole)}.${encode(claims)}`;
  const imported = (await importJWK(key, key.alg)) as CryptoKey;
  const how = { name: imported.algorithm.name, hash: "SHA-256", saltLength: 32 };
  const signature = await crypto.subtle.sign(how, imported, Buffer.from(input));
  return `${input}.${Buffer.from(signature).toString("base64url")}`;
}

/** Signs with a text that both sides are thought to know. */
export function forgeByHash(secret: string | Buffer, header: object, claims: unknown = honestClaims): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
}

/** Writes a value as a part of a token. */
export function encode(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}
