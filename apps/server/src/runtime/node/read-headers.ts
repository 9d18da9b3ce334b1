/** Headers out of a text such as `name=value,other=value`, the values percent-encoded; undefined where it is none. */
export function readHeaders(text: string): Record<string, string> | undefined {
  const headers = new Headers();
  try {
    for (const part of text.split(",")) {
      if (part.trim() === "") continue;
      const equals = part.indexOf("=");
      if (equals < 0) return undefined;
      headers.set(part.slice(0, equals).trim(), decodeURIComponent(part.slice(equals + 1).trim()));
    }
  } catch {
    return undefined;
  }
  return Object.fromEntries(headers);
}
