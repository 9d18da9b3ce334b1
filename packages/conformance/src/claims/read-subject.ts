import { fieldsOf } from "../check-answer.ts";

/** Reads the `sub` of a JWT. Returns undefined for an opaque token. */
export function readSubject(token: string): string | undefined {
  const [, part = ""] = token.split(".");
  try {
    const written = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(written, (each) => each.charCodeAt(0));
    const { sub } = fieldsOf(JSON.parse(new TextDecoder().decode(bytes)));
    return typeof sub === "string" ? sub : undefined;
  } catch {
    return undefined;
  }
}
