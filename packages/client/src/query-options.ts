/** The shapes of what TanStack Query's hooks take. */
import type { ApiError } from "./api-error.ts";

/** Every key begins so, and goes on with the path of its operation, from the general to the particular, and what is asked of it. */
export type Key = readonly ["trading-oms", ...unknown[]];

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
  readonly getNextPageParam: (
    lastPage: Page,
    pages: readonly Page[],
    lastPageParam: number,
  ) => number | undefined;
};

/**
 * Options of `useMutation`. Calls with the same object have the same idempotency key, so that repeating one changes nothing;
 * after a refusal it gets a new one.
 */
export type MutationOptions<Variables, Data> = Always & {
  readonly mutationKey: Key;
  readonly mutationFn: (variables: Variables) => Promise<Data>;
  /** The beginnings of the keys that the change makes stale. */
  readonly meta: { readonly stale: readonly Key[] };
};

/** The language of messages, such as `vi`; by default that of the client. */
export type QueryCall = { readonly language?: string | undefined };

/** What the options of every document have. */
export type QueryRoot = {
  /** The beginning of all keys, for invalidating or clearing everything, such as when somebody else signs in. */
  readonly key: Key;
};
