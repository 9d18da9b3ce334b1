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
import { ApiError, abortedError } from "./api-error.ts";
import { connect } from "./connect.ts";
import type { CallSettings, ChangeSettings, ClientSettings } from "./settings.ts";

/** The images of a card for `parseIdCard`: JPEG, PNG or WebP, at most 8,000,000 bytes each. */
export type IdCardImages = {
  readonly front: ImageSource;
  readonly back?: ImageSource | undefined;
  /** A portrait of the holder. It is checked and stored, not read. */
  readonly portrait?: ImageSource | undefined;
};

/**
 * A client of one service. The named methods return data or throw an {@link ApiError}. All others are those of openapi-fetch,
 * with the same token, retries and time-outs: `GET`, `POST`, `PATCH` and `request` return `{ data, error, response }`,
 * which `toApiError` reads, and throw an {@link ApiError} only if there is no answer. `use` and `eject` add and remove
 * middleware for both.
 */
export type Client = OpenapiClient<paths> & {
  /**
   * Finds instruments by symbol, ticker code or company name, best match first. `algoID` and `positionID` are
   * labels of your own that the answer echoes. Needs no token.
   *
   * @throws {@link ApiError} for every failure.
   *
   * @example
   * ```ts
   * const { data } = await client.searchSymbols("fpt");
   * console.log(data[0]?.symbol, data[0]?.info?.lsPrc);
   * ```
   */
  searchSymbols(
    search: string,
    call?: CallSettings & {
      readonly algoID?: string | undefined;
      readonly positionID?: string | undefined;
    },
  ): Promise<SymbolSearchResult>;
  /**
   * Reads an identity card. Needs no token.
   *
   * @throws {@link ApiError} for every failure. If the card is unreadable, its kind is `refused`, and `raw` has the
   * fields that were read. A file that cannot be read fails with the error of the runtime.
   *
   * @example
   * ```ts
   * const [front, back] = fileInput.files ?? [];
   * const { data } = await client.parseIdCard({ front, back });
   * console.log(data?.fullName);
   * ```
   */
  parseIdCard(images: IdCardImages, call?: CallSettings): Promise<IdCardResponse>;
  /**
   * Sets the covered amount of a position in whole VND: the whole amount, not a change of it. Without `idempotencyKey` each
   * call has a new key, and all its attempts have the same one, so that the service executes them once.
   *
   * Pass `idempotencyKey`, 1 to 255 visible ASCII characters, to repeat a call in another one, such as after a restart.
   * A refusal uses the key up as a success does: for at least 24 hours, the same key returns the same answer, even if the
   * amount would be accepted by then. After a refusal, use a new key.
   *
   * @throws {@link ApiError} for every failure. If a rule forbids the amount, its kind is `refused`, `code` is
   * the rule, such as `above_trading_power`, and `raw` has the figures.
   *
   * @example
   * ```ts
   * const cover = { accountId: "888C000017", symbol: "FPT", amount: 2_000_000 };
   * const { newCoveredMarginCall } = await client.setCoveredMarginCall(cover);
   * ```
   */
  setCoveredMarginCall(
    change: CoveredMarginCallRequest,
    call?: ChangeSettings,
  ): Promise<CoveredMarginCallResult>;
  /**
   * Reads the margin ratio and rates of a symbol, an alias or a product code, as fractions: 0.5 is 50 %.
   *
   * @throws {@link ApiError} for every failure. If there is no such symbol, its kind is `not-found`.
   *
   * @example
   * ```ts
   * const { marginRatio, marginCallRate } = await client.marginRatio("FPT");
   * ```
   */
  marginRatio(symbol: string, call?: CallSettings): Promise<MarginRatio>;
  /**
   * Reads a page of notifications, newest first. Default: `limit` 50, `offset` 0.
   *
   * @throws {@link ApiError} for every failure.
   *
   * @example
   * ```ts
   * const { notifications } = await client.notifications({ limit: 10 });
   * ```
   */
  notifications(
    call?: CallSettings & { readonly limit?: number | undefined; readonly offset?: number | undefined },
  ): Promise<NotificationPage>;
  /**
   * Iterates over all notifications, newest first, each once. Pages are loaded as the loop needs them.
   *
   * @throws {@link ApiError} for every failure, within the loop.
   *
   * @example
   * ```ts
   * for await (const { type, message_id } of client.everyNotification()) console.log(type, message_id);
   * ```
   */
  everyNotification(call?: CallSettings): AsyncGenerator<UserNotification, void, undefined>;
};

/**
 * Creates a client.
 *
 * @throws TypeError if `baseUrl` is not an http or https URL, or has a user or password in it.
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
  const { api, run } = connect<paths>(settings);
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
    setCoveredMarginCall: (body, call) => run(api.PATCH, "/api/v1/users/covered-margin-call", call, { body }),
    marginRatio: (symbol, call) =>
      run(api.GET, "/api/v1/diagnostics/margin-ratios/{symbol}", call, { params: { path: { symbol } } }),
    notifications,
    everyNotification: (call) => iterateNotifications(notifications, call),
  };
}

/** Encodes images as Base64. Throws an ApiError if one is too large, so that nothing is sent. */
async function encodeImages(images: IdCardImages): Promise<object> {
  const body: Record<string, string> = {};
  for (const [side, image] of Object.entries(images)) {
    if (!image) continue;
    const field = `${side}Image`;
    // `Response` of Node does not know a `Blob` of jsdom, and a `Blob` of React Native has no `arrayBuffer`.
    const read = (image as Partial<Blob>).arrayBuffer?.() ?? new Response(image as Blob).arrayBuffer();
    const bytes = new Uint8Array(await read);
    if (bytes.length > 8_000_000) {
      const message = `${field} has over 8 MB.`;
      throw new ApiError({ kind: "invalid", message, fieldErrors: { [field]: [message] } });
    }
    // In chunks, because the number of arguments of a call is limited. A multiple of 3 needs no padding in between.
    body[field] = "";
    for (let start = 0; start < bytes.length; start += 24_576) {
      body[field] += btoa(String.fromCharCode(...bytes.subarray(start, start + 24_576)));
    }
  }
  return body;
}

/** The bytes of an image. A `File` is a `Blob`, and a Node `Buffer` is a `Uint8Array`. */
export type ImageSource = Blob | ArrayBuffer | Uint8Array;

/**
 * Reads page after page, newest first, until the end.
 *
 * Notifications that arrive between two pages move the others back. What is not older than the last one was yielded already, or
 * is newer than the first page, so it is skipped.
 */
async function* iterateNotifications(
  readPage: Client["notifications"],
  call?: CallSettings,
): AsyncGenerator<UserNotification, void, undefined> {
  const limit = 100;
  let lastId: number | undefined;
  for (let offset = 0; ; offset += limit) {
    const { notifications } = await readPage({ ...call, limit, offset });
    for (const notification of notifications) {
      if ((notification?.id as number) >= (lastId as number)) continue;
      if (call?.signal?.aborted) throw abortedError();
      lastId = notification?.id;
      yield notification;
    }
    if (notifications.length < limit) return;
  }
}
