/** The clients of the service, with the token of the session. */
import { computed, signal } from "@preact/signals";
import { type ApiError, createClient } from "@trading-oms/client";
import { createCompanion } from "@trading-oms/client/companion";
import { createOperator } from "@trading-oms/client/operator";
import { createQueries } from "@trading-oms/client/query";
import { language } from "../text/text.ts";
import { heardAtMs, streamHeardAtMs } from "./clock.ts";
import { signOut, token } from "./session.ts";

/** The service that the desk shows, and how requests reach it. */
export type Service = {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
};

export const service = signal<Service>({ baseUrl: location.origin, fetch: (request) => fetch(request) });

/** The clients; new ones for each token. */
export const api = computed(() => {
  const current = token.value;
  const { baseUrl } = service.value;
  const fetch = fetchChanged(service.value.fetch);
  const client = createClient({
    baseUrl,
    token: current,
    // What is polled is asked again a second later, and an act is repeated by the person.
    retries: 0,
    fetch: async (request) => {
      request.headers.set("Accept-Language", language.peek());
      const response = await fetch(request);
      heardAtMs.value = Date.now();
      if (current === token.peek()) {
        if (response.status === 401) signOut("refused");
        // A viewer reads everything, so that a token which may not read has no role.
        if (request.method === "GET" && isForbidden(response)) signOut("forbidden");
      }
      if (response.headers.get("Content-Type")?.startsWith("text/event-stream")) return listened(response);
      return response;
    },
  });
  const companion = createCompanion(client);
  const operator = createOperator(client);
  return {
    client,
    operator,
    queries: { ...createQueries(client), ...createQueries(companion) },
    deskQueries: createQueries(operator),
  };
});

/** Fetches what is read again and again only if it has changed: the last answers are kept by address. */
function fetchChanged(fetch: Service["fetch"]): Service["fetch"] {
  const kept = new Map<string, { readonly tag: string; readonly text: string }>();
  return async (request) => {
    const known = request.method === "GET" ? kept.get(request.url) : undefined;
    if (known !== undefined) request.headers.set("If-None-Match", known.tag);
    const response = await fetch(request);
    if (known !== undefined && response.status === 304) {
      return new Response(known.text, { headers: response.headers });
    }
    const tag = response.headers.get("ETag");
    if (!response.ok || tag === null || !isJson(response)) return response;
    const text = await response.text();
    kept.delete(request.url);
    kept.set(request.url, { tag, text });
    const [oldest = ""] = kept.keys();
    if (kept.size > keptMax) kept.delete(oldest);
    return new Response(text, response);
  };
}

const keptMax = 20;

function isJson({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("application/json") === true;
}

/** Whether the service refuses the role, and not a gateway before it something else. */
function isForbidden({ status, headers }: Response): boolean {
  return status === 403 && headers.has("X-Request-Id");
}

/** A stream that notes when it says anything; its reader keeps the pings to itself. */
function listened(response: Response): Response {
  const noting = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, out) => {
      streamHeardAtMs.value = Date.now();
      out.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(noting) ?? null, response);
}

/** Whether an act may have been carried out though no answer came. */
export function isUncertain({ kind }: ApiError): boolean {
  return kind === "network" || kind === "timeout" || kind === "server" || kind === "malformed";
}
