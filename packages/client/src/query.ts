/**
 * Options for TanStack Query as plain objects. Its hooks for React and Vue take them as they are, those for Svelte and Solid in a
 * function: `createQuery(() => queries.account(id))`. This entry does not depend on it.
 *
 * @example
 * ```ts
 * import { createQueries } from "@trading-oms/client/query";
 *
 * const queries = createQueries({ baseUrl: "http://127.0.0.1:8787", token: "test-token" });
 * const { queryKey, queryFn } = queries.account("888C000017");
 * const { tradingPower } = await queryFn({ signal: new AbortController().signal });
 * console.log(queryKey, tradingPower);
 * ```
 *
 * @packageDocumentation
 */
import type {
  CoveredMarginCallRequest,
  CoveredMarginCallResult,
  IdCardResponse,
  MarginRatio,
  NotificationPage,
  SymbolSearchResult,
} from "@trading-oms/types";
import type {
  Account,
  AccountList,
  CoverPreview,
  Explanation,
  MarketState,
  MinutePrices,
  MovementPage,
  NotificationCount,
  ReadNotificationsRequest,
} from "@trading-oms/types/companion";
import type { ApiError } from "./api-error.ts";
import { createCompanion } from "./companion.ts";
import { type ClientSource, connect } from "./connect.ts";
import { createClient, type IdCardImages } from "./create-client.ts";

/** Every key begins so, and goes on from the general to the particular. */
type Key = readonly ["trading-oms", ...(string | number | undefined)[]];

type Always = {
  /** Never: the client retries by itself what may be retried. The type of its argument is that of every error. */
  readonly retry: (failureCount: number, error: ApiError) => boolean;
  /** Offline too, so that a call fails at once. A change that waits for the connection would be made when it is no longer wanted. */
  readonly networkMode: "always";
};

/** What queries and pages have in common. What failed offline is fetched again when the connection is back. */
type Reading = Always & { readonly refetchOnReconnect: true };

/** Options of `useQuery`. */
export type QueryOptions<Data> = Reading & {
  readonly queryKey: Key;
  /** A query that is cancelled ends its request. */
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
};

/** Options of `useInfiniteQuery`; the page after is fetched as `getNextPageParam` says. */
export type PagesOptions<Page> = Reading & {
  readonly queryKey: Key;
  readonly queryFn: (context: { readonly signal: AbortSignal; readonly pageParam: number }) => Promise<Page>;
  readonly initialPageParam: number;
  readonly getNextPageParam: (lastPage: Page) => number | undefined;
};

/** Options of `useMutation`. */
export type MutationOptions<Variables, Data> = Always & {
  readonly mutationKey: Key;
  readonly mutationFn: (variables: Variables) => Promise<Data>;
};

/** The options of every operation. Each failure is an `ApiError`, also a 200 that refuses. */
export type Queries = {
  /** The beginning of all keys, for invalidating or clearing everything, such as when somebody else signs in. */
  readonly key: Key;
  /** The beginning of all keys of accounts, which a cover, a deposit or a call changes. */
  readonly accountsKey: Key;
  /** The beginning of all keys of notifications. */
  readonly notificationsKey: Key;
  search(term: string): QueryOptions<SymbolSearchResult>;
  marginRatio(symbol: string): QueryOptions<MarginRatio>;
  accounts(): QueryOptions<AccountList>;
  account(accountId: string): QueryOptions<Account>;
  explanation(accountId: string, symbol: string): QueryOptions<Explanation>;
  /** `language` is that of the message, such as `vi`; by default that of the client. An amount that would be refused is an error of kind `refused`. */
  preview(accountId: string, symbol: string, amount: number, language?: string): QueryOptions<CoverPreview>;
  /** Pages of movements, newest first. */
  movements(accountId: string, limit?: number): PagesOptions<MovementPage>;
  /** Pages of notifications, newest first. */
  notifications(limit?: number): PagesOptions<NotificationPage>;
  notificationCount(): QueryOptions<NotificationCount>;
  market(): QueryOptions<MarketState>;
  prices(symbol: string): QueryOptions<MinutePrices>;
  /**
   * Sets a covered amount. Calls with the same object have the same idempotency key, so that repeating one changes nothing;
   * after a refusal it gets a new one. `language` is that of the message.
   */
  setCover(language?: string): MutationOptions<CoveredMarginCallRequest, CoveredMarginCallResult>;
  readNotifications(): MutationOptions<ReadNotificationsRequest, NotificationCount>;
  parseIdCard(): MutationOptions<IdCardImages, IdCardResponse>;
};

/**
 * Creates the options from settings, or from a client, whose settings and token they share.
 *
 * @throws TypeError if `baseUrl` is not an http or https URL, or has a user or password in it.
 */
export function createQueries(source: ClientSource): Queries {
  const settings = connect(source).api.settings();
  const client = createClient(settings);
  const companion = createCompanion(client);
  const key: Key = ["trading-oms"];
  const accountsKey: Key = [...key, "accounts"];
  const notificationsKey: Key = [...key, "notifications"];
  const always: Always = { retry: () => false, networkMode: "always" };
  const reading: Reading = { ...always, refetchOnReconnect: true };
  const query = <Data>(
    queryKey: Key,
    read: (call: { readonly signal: AbortSignal }) => Promise<Data>,
  ): QueryOptions<Data> => ({ queryKey, queryFn: ({ signal }) => read({ signal }), ...reading });
  const change = <Variables, Data>(
    name: string,
    mutationFn: (variables: Variables) => Promise<Data>,
  ): MutationOptions<Variables, Data> => ({ mutationKey: [...key, name], mutationFn, ...always });
  const idempotencyKeys = new WeakMap<object, string>();
  return {
    key,
    accountsKey,
    notificationsKey,
    search: (term) => query([...key, "search", term], (call) => client.searchSymbols(term, call)),
    marginRatio: (symbol) => query([...key, "ratio", symbol], (call) => client.marginRatio(symbol, call)),
    accounts: () => query(accountsKey, (call) => companion.listAccounts(call)),
    account: (id) => query([...accountsKey, id], (call) => companion.getAccount(id, call)),
    explanation: (id, symbol) =>
      query([...accountsKey, id, symbol, "why"], (call) => companion.explainPosition(id, symbol, call)),
    preview: (id, symbol, amount, language) =>
      query([...accountsKey, id, symbol, "preview", amount, language], (call) =>
        companion.previewCover(id, symbol, amount, { ...call, language }),
      ),
    movements: (id, limit = 50) => ({
      queryKey: [...accountsKey, id, "movements", limit],
      queryFn: ({ signal, pageParam }) =>
        companion.listMovements(id, { signal, limit, cursor: pageParam || undefined }),
      initialPageParam: 0,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      ...reading,
    }),
    notifications: (limit = 50) => ({
      queryKey: [...notificationsKey, limit],
      queryFn: ({ signal, pageParam }) => client.notifications({ signal, limit, offset: pageParam }),
      initialPageParam: 0,
      getNextPageParam: ({ notifications, offset }) =>
        notifications && notifications.length === limit ? (offset ?? 0) + limit : undefined,
      ...reading,
    }),
    notificationCount: () =>
      query([...notificationsKey, "count"], (call) => companion.countNotifications(call)),
    market: () => query([...key, "market"], (call) => companion.getMarket(call)),
    prices: (symbol) => query([...key, "prices", symbol], (call) => companion.listPrices(symbol, call)),
    setCover: (language) =>
      change("setCover", async (variables) => {
        const idempotencyKey = idempotencyKeys.get(variables) ?? settings.makeKey();
        idempotencyKeys.set(variables, idempotencyKey);
        try {
          return await client.setCoveredMarginCall(variables, { idempotencyKey, language });
        } catch (failure) {
          if ((failure as ApiError).kind === "refused") idempotencyKeys.delete(variables);
          throw failure;
        }
      }),
    readNotifications: () => change("read", (which) => companion.readNotifications(which)),
    parseIdCard: () => change("parseIdCard", (images) => client.parseIdCard(images)),
  };
}
