/** A connection of the conformance suite to anything that answers as `fetch` does. */
import type { Answer, Wire } from "@trading-oms/conformance";

/** How the message begins that says why a request cannot be sent. */
export const cannotSend = "cannot send ";

/** A wire over `fetch`. What no program can send by it, such as a body with GET, rejects. */
export function fetchWire(fetch: typeof globalThis.fetch): Wire {
  return async (asked) => {
    const { method, path, headers, body, until } = asked;
    const giveUp = new AbortController();
    const url = `http://broker${path}`;
    const bytesOfBody = typeof body === "string" ? new TextEncoder().encode(body) : body;
    const init = {
      ...{ method, headers, signal: giveUp.signal },
      ...(bytesOfBody === undefined ? {} : { body: new Uint8Array(bytesOfBody) }),
    };
    // A page drops the headers that belong to its browser without a word.
    const { headers: sent } = new Request(url, init);
    for (const name of Object.keys(headers)) if (!sent.has(name)) throw new Error(cannotSend + name);
    const response = await fetch(url, init);
    const bytes = until === undefined ? await readAll(response) : await readUntil(response, until);
    giveUp.abort();
    const values = [...response.headers].map(([name, value]) => [name, [value]] as const);
    const text = new TextDecoder().decode(bytes);
    return { asked, status: response.status, headers: new Map(values), bytes, text } satisfies Answer;
  };
}

async function readAll(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

async function readUntil(response: Response, until: (text: string) => boolean): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of response.body ?? []) {
    parts.push(part);
    text += decoder.decode(part, { stream: true });
    if (until(text)) break;
  }
  return readAll(new Response(new Blob(parts)));
}
