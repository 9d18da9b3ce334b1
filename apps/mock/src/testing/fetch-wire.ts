/** A connection of the conformance suite to anything that answers as `fetch` does. */
import type { Answer, Wire } from "@trading-oms/conformance";

/** A wire over `fetch`. What no program can send by it, such as a body with GET, rejects. */
export function fetchWire(fetch: typeof globalThis.fetch): Wire {
  return async (asked) => {
    const { method, path, headers, body, until } = asked;
    const giveUp = new AbortController();
    const response = await fetch(`http://broker${path}`, {
      method,
      headers,
      signal: giveUp.signal,
      ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
    });
    const bytes = until === undefined ? await response.bytes() : await readUntil(response, until);
    giveUp.abort();
    const values = [...response.headers].map(([name, value]) => [name, [value]] as const);
    const text = new TextDecoder().decode(bytes);
    return { asked, status: response.status, headers: new Map(values), bytes, text } satisfies Answer;
  };
}

async function readUntil(response: Response, until: (text: string) => boolean): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of response.body ?? []) {
    parts.push(part);
    text += decoder.decode(part, { stream: true });
    if (until(text)) break;
  }
  return Buffer.concat(parts);
}
