/** The code that the system gave a failure, such as ENOENT, or an empty text. */
export function codeOf(failure: unknown): string {
  return failure instanceof Error && "code" in failure ? String(failure.code) : "";
}
