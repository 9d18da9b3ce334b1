/** What every screen works with: the client, the options of its queries, and the way out. */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ApiError, type Client, createClient, type TokenSource } from "@trading-oms/client";
import { createCompanion } from "@trading-oms/client/companion";
import {
  type ClientQueries,
  type CompanionQueries,
  createQueries,
  type Key,
} from "@trading-oms/client/query";
import { createContext, type ReactNode, use, useState } from "react";
import type { Broker } from "./broker.ts";

/** The user leaves, or the service no longer accepts the token. */
type SignOut = (reason: "left" | "refused") => void;

/** The options of every operation that the app uses. */
export type Queries = ClientQueries & CompanionQueries;

type Session = {
  readonly client: Client;
  readonly queries: Queries;
  readonly signOut: SignOut | undefined;
  /** Ends the session where a failure means that it has ended. */
  readonly onError: (failure: ApiError) => void;
  /** When the live stream last said anything, a ping too. */
  readonly heard: { atMs: number };
  readonly fall: Broker["fall"];
};

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === undefined) throw new Error("There is no session above this component.");
  return session;
}

type Props = {
  readonly broker: Broker;
  readonly token: string;
  /** Absent where the broker has a token at hand, which nobody signs out of. */
  readonly signOut: SignOut | undefined;
  readonly children: ReactNode;
};

/** Opens a session once; a `key` gives each user a client and a cache of their own. A token that is refreshed opens no other one. */
export function SessionProvider({ broker, token, signOut, children }: Props): ReactNode {
  const [{ queryClient, ...session }] = useState(() => {
    const { baseUrl, fetch: send = fetch, refresh, fall } = broker;
    const heard = { atMs: Date.now() };
    const client = createClient({
      baseUrl,
      token: token ? tokenSource(token, refresh) : undefined,
      // A stream that broke is back within seconds of the service.
      waitMsMax: 4_000,
      fetch: async (request) => {
        // The service words refusals in the language of the page.
        request.headers.set("Accept-Language", document.documentElement.lang);
        const response = await send(request);
        const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream");
        return isStream ? listened(response, heard) : response;
      },
    });
    // The client has refreshed the token by then, if it can. `fetch` throws a TypeError where a refresh found no connection.
    const onError = ({ kind, cause }: ApiError): void => {
      if (kind === "unauthorized" && !(cause instanceof TypeError)) signOut?.("refused");
    };
    const queryClient: QueryClient = new QueryClient({
      queryCache: new QueryCache({ onError: (error) => onError(error as ApiError) }),
      mutationCache: new MutationCache({
        onError: (error) => onError(error as ApiError),
        // What a change makes stale is fetched again.
        onSuccess: (_data, _variables, _result, { meta }) =>
          Promise.all(
            ((meta?.["stale"] ?? []) as Key[]).map((queryKey) => queryClient.invalidateQueries({ queryKey })),
          ),
      }),
      // The stream keeps most of the cache fresh.
      defaultOptions: { queries: { staleTime: 30_000 } },
    });
    const queries: Queries = { ...createQueries(client), ...createQueries(createCompanion(client)) };
    return { client, queries, queryClient, signOut, onError, heard, fall };
  });
  return (
    <QueryClientProvider client={queryClient}>
      <SessionContext value={session}>{children}</SessionContext>
    </QueryClientProvider>
  );
}

/** A token, and the one after it where there is a way to it. */
function tokenSource(first: string, refresh: Broker["refresh"]): TokenSource {
  if (refresh === undefined) return first;
  let token = first;
  return async ({ refused }) => {
    if (refused) token = await refresh();
    return token;
  };
}

/** A stream that notes when it says anything; `live` keeps the pings to itself. */
function listened(response: Response, heard: Session["heard"]): Response {
  const noting = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, out) => {
      heard.atMs = Date.now();
      out.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(noting) ?? null, response);
}
