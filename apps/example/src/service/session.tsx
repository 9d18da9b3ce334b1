/** What every screen works with: the client, the options of its queries, and the way out. */
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ApiError, type Client, createClient } from "@trading-oms/client";
import { createQueries, type Queries } from "@trading-oms/client/query";
import { createContext, type ReactNode, use, useState } from "react";
import type { Broker } from "./broker.ts";

/** The user leaves, or the service no longer accepts the token. */
type SignOut = (reason: "left" | "refused") => void;

type Session = {
  readonly client: Client;
  readonly queries: Queries;
  readonly signOut: SignOut;
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
  readonly signOut: SignOut;
  readonly children: ReactNode;
};

/** Opens a session once; a `key` of the token gives each user a client and a cache of their own. */
export function SessionProvider({ broker, token, signOut, children }: Props): ReactNode {
  const [{ queryClient, ...session }] = useState(() => {
    const { baseUrl, fetch: send = fetch, fall } = broker;
    const client = createClient({
      baseUrl,
      token: token || undefined,
      fetch: (request) => {
        // The service words refusals in the language of the page.
        request.headers.set("Accept-Language", document.documentElement.lang);
        return send(request);
      },
    });
    const onError = (failure: unknown): void => {
      if (failure instanceof ApiError && failure.kind === "unauthorized") signOut("refused");
    };
    const queryClient = new QueryClient({
      queryCache: new QueryCache({ onError }),
      // The stream keeps most of the cache fresh.
      defaultOptions: { queries: { staleTime: 30_000 } },
    });
    return { client, queries: createQueries(client), queryClient, signOut, fall };
  });
  return (
    <QueryClientProvider client={queryClient}>
      <SessionContext value={session}>{children}</SessionContext>
    </QueryClientProvider>
  );
}
