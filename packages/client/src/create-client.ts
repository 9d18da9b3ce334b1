import type {
  CoveredMarginCallRequest,
  CoveredMarginCallResult,
  IdCardResponse,
  MarginRatio,
  NotificationPage,
  paths,
  SymbolSearchResult,
  UserNotification,
} from "@trading-oms/types";
import type { Client as OpenapiClient } from "openapi-fetch";
import createOpenapiClient from "openapi-fetch";
import { ApiError, abortedError } from "./api-error.ts";
import { type FetchResult, readAnswer, send } from "./send.ts";
import { type CallSettings, type ClientSettings, withDefaults } from "./settings.ts";
import { runtimeWorld } from "./world.ts";

/** The images of a card for `parseIdCard`: JPEG, PNG or WebP, at most 8,000,000 bytes each. */
export type IdCardImages = {
  readonly front: ImageSource;
  readonly back?: ImageSource | undefined;
  /** A portrait of the holder. It is checked and stored, not read. */
  readonly portrait?: ImageSource | undefined;
};

/**
 * A client of one service. The named methods return data or throw an {@link ApiError}. `GET`, `POST` and `PATCH` are
 * those of openapi-fetch, with the same token, retries and time-outs: they return `{ data, error, response }` and throw an
 * {@link ApiError} only if there is no answer. `use` and `eject` add and remove middleware for both.
 */
export type Client = Pick<OpenapiClient<paths>, "GET" | "POST" | "PATCH" | "use" | "eject"> & {
  /**
   * Finds instruments by symbol, ticker code or company name, best match first. `algoID` and `positionID` are
   * labels of your own that the answer echoes.
   */
  searchSymbols(
    search: string,
    call?: CallSettings & { readonly algoID?: string; readonly positionID?: string },
  ): Promise<SymbolSearchResult>;
  /** Reads an identity card. If it is unreadable, the error has kind `refused`, and `raw` has the fields that were read. */
  parseIdCard(images: IdCardImages, call?: CallSettings): Promise<IdCardResponse>;
  /**
   * Sets the covered amount of a position in whole VND. If a rule forbids it, the error has kind `refused`, and `raw` has
   * the figures. Retries of a call are executed once; pass `idempotencyKey` to repeat it in another call.
   */
  setCoveredMarginCall(
    change: CoveredMarginCallRequest,
    call?: CallSettings & { readonly idempotencyKey?: string },
  ): Promise<CoveredMarginCallResult>;
  /** Reads the margin ratio and rates of a symbol, an alias or a product code. */
  marginRatio(symbol: string, call?: CallSettings): Promise<MarginRatio>;
  /** Reads a page of notifications, newest first. Default: `limit` 50, `offset` 0. */
  notifications(
    call?: CallSettings & { readonly limit?: number; readonly offset?: number },
  ): Promise<NotificationPage>;
  /** Iterates over all notifications, newest first, each once. Pages are loaded as the loop needs them. */
  everyNotification(call?: CallSettings): AsyncGenerator<UserNotification, void, undefined>;
};

/**
 * Creates a client. Throws a `TypeError` if `baseUrl` is not an http or https URL, or has a user or password in it.
 *
 * @example
 * ```ts
 * import { createClient } from "@trading-oms/client";
 *
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787", token: () => "test-token" });
 * const { data } = await client.searchSymbols("fpt");
 * console.log(data[0]?.symbol, data[0]?.info?.lsPrc);
 * for await (const { type, message_id } of client.everyNotification()) console.log(type, message_id);
 * ```
 */
export function createClient(settings: ClientSettings): Client {
  if (!/^https?:\/\/[^@]+$/.test(settings.baseUrl)) throw new TypeError("baseUrl is no http URL");
  const resolved = withDefaults(
    { ...runtimeWorld, timeoutMs: 10_000, retries: 2, waitMsMax: 30_000 },
    settings,
  );
  const api = createOpenapiClient<paths>({
    baseUrl: settings.baseUrl,
    fetch: (request) => send(request, resolved),
  });
  /** Requests the body as a stream and parses it in `readAnswer`, so that a bad body becomes an ApiError as well. */
  const run: Run = async (method, path, call = {}, init = {}, list) => {
    const callSettings = withDefaults(resolved, call);
    const result = await method(
      path as never,
      {
        ...init,
        signal: call.signal,
        parseAs: "stream",
        fetch: (request: Request): Promise<Response> => send(request, callSettings),
      } as never,
    );
    return readAnswer(result, callSettings, list) as never;
  };
  const notifications: Client["notifications"] = ({ limit, offset, ...call } = {}) =>
    run(api.GET, "/api/v1/notifications", call, { params: { query: { limit, offset } } }, "notifications");
  return {
    ...api,
    searchSymbols: (search, { algoID, positionID, ...call } = {}) =>
      run(
        api.GET,
        "/api/v1/MarketData/GetSymbolSearch/{search}",
        call,
        { params: { path: { search }, query: { algoID, positionID } } },
        "data",
      ),
    parseIdCard: async (images, call) =>
      run(api.POST, "/api/v2/chat/api/id-card", call, { body: await encodeImages(images) }),
    setCoveredMarginCall: (body, { idempotencyKey, ...call } = {}) =>
      run(api.PATCH, "/api/v1/users/covered-margin-call", call, {
        params: { header: { "Idempotency-Key": idempotencyKey } },
        body,
      }),
    marginRatio: (symbol, call) =>
      run(api.GET, "/api/v1/diagnostics/margin-ratios/{symbol}", call, { params: { path: { symbol } } }),
    notifications,
    everyNotification: (call = {}) =>
      iterateNotifications((range) => notifications({ ...call, ...range }), call.signal),
  };
}

/** Calls an operation. `Data` is inferred from the return type of the method in `Client`. */
type Run = <Data>(
  method: (path: never, init: never) => Promise<FetchResult>,
  path: keyof paths,
  call?: CallSettings,
  init?: { readonly params?: object; readonly body?: object },
  list?: string,
) => Promise<Data>;

async function encodeImages(images: IdCardImages): Promise<object> {
  const body: Record<string, string> = {};
  for (const [side, image] of Object.entries(images)) {
    const field = `${side}Image`;
    if (image) body[field] = await encodeImage(field, image);
  }
  return body;
}

/** The bytes of an image. A `File` is a `Blob`, and a Node `Buffer` is a `Uint8Array`. */
export type ImageSource = Blob | ArrayBuffer | Uint8Array;

const imageBytesMax = 8_000_000;

/** Encodes an image as Base64. Throws an ApiError if it is too large, so that nothing is sent. */
async function encodeImage(field: string, image: ImageSource): Promise<string> {
  const bytes = new Uint8Array(await new Response(image as Blob).arrayBuffer());
  if (bytes.length <= imageBytesMax) return toBase64(bytes);
  const message = `${field} has over ${imageBytesMax} bytes.`;
  throw new ApiError({ kind: "invalid", message, fieldErrors: { [field]: [message] } });
}

/** Encodes in chunks, because the number of arguments of a call is limited. A multiple of 3 needs no padding in between. */
function toBase64(bytes: Uint8Array): string {
  const chunkLength = 3 * 8192;
  let text = "";
  for (let start = 0; start < bytes.length; start += chunkLength) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + chunkLength)));
  }
  return text;
}

/** Reads one page of notifications. */
type ReadPage = (range: { limit: number; offset: number }) => Promise<NotificationPage>;

/**
 * Reads page after page, newest first, until the end.
 *
 * Each page overlaps the previous one by a notification, the last one yielded. Notifications that arrive between two
 * pages move it further back, so everything before it is skipped: it was yielded already, or is newer than the first page.
 */
async function* iterateNotifications(
  readPage: ReadPage,
  signal?: AbortSignal,
): AsyncGenerator<UserNotification, void, undefined> {
  const limit = 100;
  let lastId: unknown;
  for (let offset = 0; ; offset += limit - 1) {
    const { notifications } = await readPage({ limit, offset });
    let isNew = offset === 0;
    for (const notification of notifications) {
      const id = notification?.id;
      if (isNew) {
        if (signal?.aborted) throw abortedError();
        lastId = id;
        yield notification;
      }
      isNew ||= id === lastId;
    }
    if (notifications.length < limit) return;
  }
}
