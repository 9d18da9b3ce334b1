import type { IncomingMessage } from "node:http";
import type { Asked } from "../../asked.ts";

/** A name and a port that no reader of addresses would write otherwise. */
const plainHost = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/** A path and a query that no reader of addresses would write otherwise, since segments of dots were refused before. */
const plainTarget = /^\/[A-Za-z0-9._~!$&()*+,;=:@/?%-]*$/;

/**
 * What is asked by a request that holds nothing to be read twice: GET, at an address that is the same whoever reads it.
 * Of any other it gives undefined; what such a one asks the adapter of Hono finds out.
 */
export function readPlainRequest(incoming: IncomingMessage): Asked | undefined {
  const { method, url = "" } = incoming;
  const { host } = incoming.headers;
  if (method !== "GET" || host === undefined || !plainHost.test(host)) return undefined;
  if (!plainTarget.test(url)) return undefined;
  return new PlainRequest(`http://${host}${url}`, incoming.rawHeaders);
}

class PlainRequest implements Asked {
  readonly method = "GET";
  readonly url: string;
  readonly headers: PlainHeaders;

  constructor(url: string, rawHeaders: readonly string[]) {
    this.url = url;
    this.headers = new PlainHeaders(rawHeaders);
  }
}

/** Finds headers where Node left them: names and values in turn, as they were sent. */
class PlainHeaders implements Pick<Headers, "get"> {
  readonly #raw: readonly string[];

  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  /** Several headers of one name are one with commas, as everywhere in HTTP. */
  get(name: string): string | null {
    const raw = this.#raw;
    let found: string | null = null;
    for (let index = 0; index < raw.length; index += 2) {
      const sent = raw[index] as string;
      if (sent.length !== name.length || sent.toLowerCase() !== name.toLowerCase()) continue;
      const value = raw[index + 1] as string;
      found = found === null ? value : `${found}, ${value}`;
    }
    return found;
  }
}
