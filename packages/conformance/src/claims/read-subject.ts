import { type Fields, fieldsOf } from "../fields.ts";

/** Reads the claims of a JWT. Returns none for an opaque token. */
export function readTokenClaims(token: string): Fields {
  const [, part = ""] = token.split(".");
  try {
    const written = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(written, (each) => each.charCodeAt(0));
    return fieldsOf(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return {};
  }
}

/** Reads the `sub` of a JWT. Returns undefined for an opaque token. */
export function readSubject(token: string): string | undefined {
  const { sub } = readTokenClaims(token);
  return typeof sub === "string" ? sub : undefined;
}
