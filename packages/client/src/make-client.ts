/** Makes the named methods of a client from the table that is generated of its document. */
import type { Client as OpenapiClient } from "openapi-fetch";
import createOpenapiClient from "openapi-fetch";
import { abortedError } from "./api-error.ts";
import { encodeBytes } from "./encode-bytes.ts";
import { type FetchResult, readAnswer, send } from "./send.ts";
import {
  type ChangeSettings,
  type ClientSettings,
  type Refresh,
  type ResolvedSettings,
  withDefaults,
} from "./settings.ts";
import { runtimeWorld } from "./world.ts";

/** A client of any entry, or settings. */
export type ClientSource = ClientSettings | OpenapiClient<never>;

/**
 * The operations of a document by id, as words: method, path, traits, the member of the answer that has to be a list, and the name
 * of the iterator over all pages. Traits are letters, or `-` for none: `q` it has a query, `b` a body, `e` whose members may be bytes; `k` it takes a key,
 * `r` it may be repeated without one; `o` its pages go by offset and not by cursor, `n` newest first by the id of its items.
 */
export type OperationRows = Readonly<Record<string, string>>;

/** What every client has at run time: a function, so that no log of a client shows its token. */
export type PartsHolder = {
  readonly parts: () => { readonly settings: ResolvedSettings; readonly rows: OperationRows };
};

/** A named method: the parts of its path in order, its body, then settings of the call and the query as one. */
export type Method = (...given: unknown[]) => Promise<Record<string, unknown>>;

type LastArgument = ChangeSettings & {
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: number;
};

/**
 * The settings of a client, which those who are made from it share, and so each refresh of the token; or settings with defaults.
 *
 * @throws TypeError if `baseUrl` is not acceptable.
 */
export function settingsOf(source: ClientSource): ResolvedSettings {
  const settings =
    (source as Partial<PartsHolder>).parts?.().settings ??
    withDefaults(
      { ...runtimeWorld, timeoutMs: 10_000, retries: 2, waitMsMax: 30_000, refresh: {} as Refresh },
      source as ClientSettings,
    );
  if (!/^https?:\/\/[^@]+$/.test(settings.baseUrl)) throw new TypeError("baseUrl is no http URL");
  return settings;
}

/** Method, path, traits, list and iterator of an operation. */
export function wordsOf(
  row: string,
): [method: string, path: string, traits: string, list?: string, iterator?: string] {
  return row.split(" ") as never;
}

/** The names in a path, in order. */
export function namesIn(path: string): string[] {
  return path.split(/[{}]/).filter((_, at) => at % 2);
}

/** Makes a client of settings, or of another client. */
export function makeClient<Client>(rows: OperationRows, source: ClientSource): Client {
  const settings = settingsOf(source);
  const api = createOpenapiClient<Record<string, never>>({
    baseUrl: settings.baseUrl,
    // A list is one parameter, its items between commas.
    querySerializer: { array: { style: "form", explode: false } },
    fetch: (request) => send(request, settings),
  });
  const client: Record<string, unknown> = { ...api, parts: () => ({ settings, rows }) };
  for (const [id, row] of Object.entries(rows)) {
    const [method, path, traits, list, iterator] = wordsOf(row);
    const call: Method = async (...given) => {
      const where = Object.fromEntries(namesIn(path).map((name) => [name, given.shift()]));
      let body = traits.includes("b") ? (given.shift() as object) : undefined;
      if (body && traits.includes("e")) body = await encodeBytes(body);
      const { signal, timeoutMs, retries, language, idempotencyKey, ...query } = (given[0] ??
        {}) as LastArgument;
      const result = await api.request(
        method as never,
        path as never,
        {
          params: { path: where, query: traits.includes("q") ? query : undefined },
          body,
          signal,
          headers: {
            // All attempts have the same key, so that the service makes the change once.
            "Idempotency-Key": idempotencyKey ?? (traits.includes("k") ? settings.makeKey() : undefined),
            "Accept-Language": language ?? settings.language,
          },
          // Parsed by `readAnswer`, so that a bad body becomes an ApiError as well.
          parseAs: "text",
          fetch: (request: Request) =>
            send(request, withDefaults(settings, { timeoutMs, retries, isIdempotent: /[kr]/.test(traits) })),
        } as never,
      );
      return readAnswer(result as FetchResult, settings.now(), list);
    };
    client[id] = call;
    if (iterator && list) {
      client[iterator] = (...given: unknown[]) => {
        const last = given.splice(namesIn(path).length)[0] as LastArgument | undefined;
        return iterate((paging) => call(...given, { ...last, ...paging }), list, traits, last);
      };
    }
  }
  return client as Client;
}

/**
 * Reads page after page until the end.
 *
 * What arrives between two pages moves those by offset back. Where items come newest first, one whose id is not below the last one
 * was yielded already, or is newer than the first page, so it is skipped.
 */
async function* iterate(
  readPage: (paging: object) => Promise<Record<string, unknown>>,
  list: string,
  traits: string,
  { limit = 100, offset = 0, cursor, signal }: LastArgument = {},
): AsyncGenerator<unknown, void, undefined> {
  const isByOffset = traits.includes("o");
  let next = isByOffset ? offset : cursor;
  let lastId: number | undefined;
  do {
    const page = await readPage({ limit, [isByOffset ? "offset" : "cursor"]: next });
    const items = page[list] as readonly ({ readonly id?: number } | null)[];
    for (const item of items) {
      if (traits.includes("n") && (item?.id as number) >= (lastId as number)) continue;
      if (signal?.aborted) throw abortedError();
      lastId = item?.id;
      yield item;
    }
    const isLast = isByOffset ? items.length < limit : page["nextCursor"] === null;
    next = isLast ? undefined : isByOffset ? (next as number) + limit : (page["nextCursor"] as number);
  } while (next !== undefined);
}
