/** What every screen works with: the client, the options of its queries, and the way out. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type Client, createClient } from "@trading-oms/client";
import { createQueries, type Queries } from "@trading-oms/client/query";
import { createContext, type ReactNode, use, useState } from "react";
import type { Broker } from "./broker.ts";

/** The user leaves, or the service no longer accepts the token. */
type SignOut = (reason: "left" | "refused") => void;

type Session = {
  readonly client: Client;
  readonly queries: Queries;
  readonly signOut: SignOut | undefined;
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

/** Opens a session once; a `key` of the token gives each user a client and a cache of their own. */
export function SessionProvider({ broker, token, signOut, children }: Props): ReactNode {
  const [{ queryClient, ...session }] = useState(() => {
    const { baseUrl, fetch: send = fetch, fall } = broker;
    const heard = { atMs: Date.now() };
    const client = createClient({
      baseUrl,
      token: token || undefined,
      // A stream that broke is back within seconds of the service.
      waitMsMax: 4_000,
      fetch: async (request) => {
        // The service words refusals in the language of the page.
        request.headers.set("Accept-Language", document.documentElement.lang);
        const response = await send(request);
        if (response.status === 401) signOut?.("refused");
        const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream");
        return isStream ? listened(response, heard) : response;
      },
    });
    const queryClient = new QueryClient({
      // The stream keeps most of the cache fresh.
      defaultOptions: { queries: { staleTime: 30_000 } },
    });
    return { client, queries: createQueries(client), queryClient, signOut, heard, fall };
  });
  return (
    <QueryClientProvider client={queryClient}>
      <SessionContext value={session}>{children}</SessionContext>
    </QueryClientProvider>
  );
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
