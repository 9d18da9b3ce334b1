/**
 * Options for TanStack Query as plain objects, by operation. Its hooks for React and Vue take them as they are, those for Svelte
 * and Solid in a function: `createQuery(() => queries.getAccount(id))`. This entry does not depend on it.
 *
 * @example
 * ```ts
 * import { createCompanion } from "@trading-oms/client/companion";
 * import { createQueries } from "@trading-oms/client/query";
 *
 * const queries = createQueries(createCompanion({ baseUrl: "http://127.0.0.1:8787", token: "test-token" }));
 * const { queryKey, queryFn } = queries.getAccount("888C000017");
 * const { tradingPower } = await queryFn({ signal: new AbortController().signal });
 * console.log(queryKey, tradingPower);
 * ```
 *
 * @packageDocumentation
 */
import type { ApiError } from "./api-error.ts";
import { type Method, namesIn, type PartsHolder, wordsOf } from "./make-client.ts";
import { type CreateQueries, staleByChange } from "./queries.gen.ts";
import type { Key } from "./query-options.ts";

export type { ClientQueries, CompanionQueries, CreateQueries, OperatorQueries } from "./queries.gen.ts";
export type { Key, MutationOptions, PagesOptions, QueryCall, QueryOptions } from "./query-options.ts";

const root: Key = ["trading-oms"];

type Call = { readonly limit?: number; readonly offset?: number; readonly cursor?: number };

/** A key is the path of its operation, and what is asked of it, so that all that lies below a path has the beginning of its key. */
function keyOf(path: string, where: readonly unknown[] = [], ...asked: readonly unknown[]): Key {
  let at = 0;
  const segments = path.slice(1).split("/");
  return [
    ...root,
    ...segments.map((segment) => (segment.startsWith("{") ? where[at++] : segment)),
    ...asked.filter((each) => each !== undefined),
  ] as const as Key;
}

/** Makes the options of every operation of a client. Those of two clients may be spread into one object. */
export const createQueries: CreateQueries = ((client: PartsHolder & Record<string, Method>) => {
  const { settings, rows } = client.parts();
  const queries: Record<string, unknown> = { key: root };
  const always = { retry: () => false, networkMode: "always" };
  const reading = { ...always, refetchOnReconnect: true };
  /** The key of each object that is being sent, by where it is sent. */
  const keys = new WeakMap<object, Map<string, string>>();
  for (const [id, row] of Object.entries(rows)) {
    const [method, path, traits, list = "", iterator] = wordsOf(row);
    const send = client[id] as Method;
    const count = namesIn(path).length;
    const stale = staleByChange[`${method} ${path}`];
    const hasBody = traits.includes("b");
    const page = traits.includes("o") ? "offset" : "cursor";
    queries[id] = (...given: readonly unknown[]): object => {
      const where = given.slice(0, count);
      if (stale) {
        const mutationFn = async (variables: object = {}): Promise<unknown> => {
          const place = JSON.stringify([id, where]);
          const sent = keys.get(variables) ?? new Map<string, string>();
          const idempotencyKey = traits.includes("k") ? (sent.get(place) ?? settings.makeKey()) : undefined;
          if (idempotencyKey) keys.set(variables, sent.set(place, idempotencyKey));
          try {
            return await send(...where, ...(hasBody ? [variables] : []), {
              ...(given[count] as Call),
              idempotencyKey,
            });
          } catch (failure) {
            if ((failure as ApiError).kind === "refused") sent.delete(place);
            throw failure;
          }
        };
        const meta = { stale: stale.map((each) => keyOf(each)) };
        return { mutationKey: keyOf(path, where), mutationFn, meta, ...always };
      }
      const asked = given.slice(0, count + +hasBody);
      const call = (given[asked.length] ?? {}) as Call;
      const { limit = 50 } = call;
      const queryKey = keyOf(path, where, asked[count], given[asked.length]);
      const queryFn = ({
        signal,
        pageParam,
      }: {
        readonly signal: AbortSignal;
        readonly pageParam: number;
      }): Promise<unknown> =>
        send(...asked, { ...call, signal, ...(iterator && { limit, [page]: pageParam || undefined }) });
      return {
        queryKey,
        queryFn,
        ...reading,
        ...(iterator && {
          initialPageParam: call[page] ?? 0,
          getNextPageParam: (last: Record<string, unknown>, _: unknown, from: number) =>
            page === "cursor"
              ? (last["nextCursor"] ?? undefined)
              : (last[list] as readonly unknown[]).length === limit
                ? from + limit
                : undefined,
        }),
      };
    };
  }
  return queries;
}) as never;
