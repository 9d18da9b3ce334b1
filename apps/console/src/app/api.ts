/** The clients of the service, with the token of the session. */
import { computed, signal } from "@preact/signals";
import { type ApiError, createClient, toApiError } from "@trading-oms/client";
import { createCompanion } from "@trading-oms/client/companion";
import { createOperator } from "@trading-oms/client/operator";
import type { CallPage, paths } from "@trading-oms/types/operator";
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
  const { baseUrl, fetch } = service.value;
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
  return {
    client,
    companion: createCompanion(client),
    operator: createOperator(client),
  };
});

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

/** An answer by path. */
export type Answer<Data> = {
  readonly response: Response;
  readonly data?: Data | undefined;
  readonly error?: unknown;
};

/** The data of an answer by path; a refusal is data too. */
export function dataOf<Data>(answer: Answer<Data>): Data {
  const { response, data } = answer;
  if (response.ok && data !== undefined) return data;
  throw toApiError(answer) ?? new Error("The answer has no body.");
}

/** What narrows and orders the list of calls. */
export type CallQuery = NonNullable<paths["/operator/v0/calls"]["get"]["parameters"]["query"]>;

/** A page of the calls as JSON; by path alone it could be a table of text too. */
export async function getCalls(
  query: CallQuery,
  request: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<Answer<CallPage>> {
  const answer = await api.value.operator.GET("/operator/v0/calls", { ...request, params: { query } });
  return answer as Answer<CallPage>;
}

/** Whether an act may have been carried out though no answer came. */
export function isUncertain({ kind }: ApiError): boolean {
  return kind === "network" || kind === "timeout" || kind === "server" || kind === "malformed";
}
