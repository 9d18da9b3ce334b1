/**
 * The live stream, which writes what it brings into the query cache, so that screens only read queries. There is one stream
 * for the whole app, since a browser opens few connections to one host, and none while the page is hidden.
 */
import { focusManager, type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApiError } from "@trading-oms/client";
import { type LiveEvent, live } from "@trading-oms/client/live";
import type { AccountList, LiveQuote, Notification } from "@trading-oms/types/companion";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { type Queries, useSession } from "./session.tsx";

const retryMs = 5_000;
/** The service pings every 15 s. */
const silenceMsMax = 20_000;
const accountsMax = 20;

/** A value that components share by its name: the cache keeps it, and no request fetches it. */
function useShared<Value>(name: string, first: Value): readonly [Value, (value: Value) => void] {
  const cache = useQueryClient();
  const { data = first } = useQuery<Value>({ queryKey: [name], queryFn: skipToken });
  const set = useCallback((value: Value) => void cache.setQueryData([name], value), [cache, name]);
  return [data, set];
}

/** The margin call that came last, until it is dismissed with null. */
export const useCall = () => useShared<Notification | null>("call", null);

/** The symbols that a screen shows, separated by commas, so that equal lists are equal. */
const useFollowed = () => useShared("followed", "");

/** Whether the stream has been silent for too long. `live` connects again by itself, and does not say that it does. */
export const useIsLost = () => useShared("is-lost", false);

/** Follows the stream as long as the app is shown. */
export function useLiveUpdates(): void {
  const { client, queries, heard, onError } = useSession();
  const queryClient = useQueryClient();
  const list = useQuery(queries.listAccounts()).data?.accounts.slice(0, accountsMax);
  const accountIds = list?.map(({ accountId }) => accountId).join();
  const [symbols] = useFollowed();
  const [, setCall] = useCall();
  const [, setLost] = useIsLost();
  const isVisible = useSyncExternalStore(focusManager.subscribe, () => focusManager.isFocused());
  const place = useRef<number>(undefined);

  useEffect(() => {
    if (accountIds === undefined || !isVisible) return;
    const leaving = new AbortController();
    const options = { symbols: symbols.split(","), accounts: accountIds.split(","), signal: leaving.signal };
    const follow = async (): Promise<void> => {
      for await (const event of live(client, { ...options, after: place.current })) {
        cacheEvent(queryClient, queries, event);
        if (event.event === "hello") place.current ??= event.data.place;
        if (event.event !== "notification") continue;
        place.current = event.data.id;
        if (event.data.type === "MarginCall" || event.data.type === "ForceClose") setCall(event.data);
      }
    };
    // `live` tries again by itself what may pass; this, the rest.
    const keepFollowing = (): Promise<unknown> =>
      follow().catch((failure: ApiError) => {
        onError(failure);
        setTimeout(keepFollowing, retryMs);
      });
    void keepFollowing();
    const watching = setInterval(() => setLost(Date.now() - heard.atMs > silenceMsMax), 1_000);
    return () => {
      leaving.abort();
      clearInterval(watching);
    };
  }, [client, queries, queryClient, heard, onError, setCall, setLost, accountIds, symbols, isVisible]);
}

/** Writes an event to where the screens read it. */
export function cacheEvent(queryClient: QueryClient, queries: Queries, event: LiveEvent): void {
  if (event.event === "market") queryClient.setQueryData(queries.getMarket().queryKey, event.data);
  if (event.event === "notification")
    for (const queryKey of queries.readNotifications().meta.stale)
      void queryClient.invalidateQueries({ queryKey });
  if (event.event === "quote")
    queryClient.setQueryData<LiveQuote>(quoteKey(event.data.symbol), (known) =>
      mergeQuote(known, event.data),
    );
  if (event.event !== "account") return;
  const { positions, ...summary } = event.data;
  queryClient.setQueryData(queries.getAccount(summary.accountId).queryKey, event.data);
  queryClient.setQueryData<AccountList>(queries.listAccounts().queryKey, (known) => ({
    accounts: (known?.accounts ?? []).map((each) => (each.accountId === summary.accountId ? summary : each)),
  }));
}

const quoteKey = (symbol: string) => ["quote", symbol] as const;

/** A full quote replaces what is known; any other brings the members that have changed. */
export function mergeQuote(known: LiveQuote | undefined, news: LiveQuote): LiveQuote {
  if (known === undefined || news.isFull) return news;
  return { ...known, ...news, info: { ...known.info, ...news.info } };
}

/** The quote of a symbol that a screen follows, as it changes. */
export function useQuote(symbol: string): LiveQuote | undefined {
  return useQuery<LiveQuote>({ queryKey: quoteKey(symbol), queryFn: skipToken }).data;
}

/** Follows symbols while the component is shown, instead of those before. */
export function useFollow(list: readonly string[]): void {
  const [, follow] = useFollowed();
  const symbols = list.join();
  useEffect(() => {
    follow(symbols);
    return () => follow("");
  }, [follow, symbols]);
}
