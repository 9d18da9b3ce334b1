const methods: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "QUERY",
]);

/** A method as logs and traces name it: whatever a caller makes up is `_OTHER`, since it might say anything. */
export function nameMethod(method: string): string {
  return methods.has(method) ? method : "_OTHER";
}
