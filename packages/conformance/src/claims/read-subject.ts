import { fieldsOf } from "../judge.ts";

/** Reads from a token whom it names; of one that is no JWT nobody can tell. */
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
