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
import { ApiError, aborted } from "./api-error.ts";
import { type Answer, readAnswer, send } from "./send.ts";
import { type CallSettings, type ClientSettings, settle } from "./settings.ts";
import { runtimeWorld } from "./world.ts";

/** The sides of a card, as a program has them. */
export type IdCardImages = {
  readonly front: ImageSource;
  readonly back?: ImageSource | undefined;
  readonly portrait?: ImageSource | undefined;
};

/** Calls that give their data or throw an ApiError, and beside them the calls of openapi-fetch. */
export type Client = Pick<OpenapiClient<paths>, "GET" | "POST" | "PATCH" | "use" | "eject"> & {
  /** Finds symbols by symbol, ticker code or company name. */
  searchSymbols(
    search: string,
    call?: CallSettings & { readonly algoID?: string; readonly positionID?: string },
  ): Promise<SymbolSearchResult>;
  /** Reads an identity card; a card that could not be read is a `refused` ApiError that keeps what was read in `raw`. */
  parseIdCard(images: IdCardImages, call?: CallSettings): Promise<IdCardResponse>;
  /** Sets the covered amount of a position; a refusal by a rule is a `refused` ApiError with the figures in `raw`. */
  setCoveredMarginCall(
    change: CoveredMarginCallRequest,
    call?: CallSettings & { readonly idempotencyKey?: string },
  ): Promise<CoveredMarginCallResult>;
  /** Reads the margin figures in force for a symbol. */
  marginRatio(symbol: string, call?: CallSettings): Promise<MarginRatio>;
  /** Reads one page of notifications, newest first. */
  notifications(
    call?: CallSettings & { readonly limit?: number; readonly offset?: number },
  ): Promise<NotificationPage>;
  /** Reads all notifications, newest first, page by page as they are asked for. */
  everyNotification(call?: CallSettings): AsyncGenerator<UserNotification, void, undefined>;
};

/**
 * Makes a client.
 *
 * @example
 * const client = createClient({ baseUrl: "https://api.example", token: () => session.accessToken() });
 * const { data } = await client.searchSymbols("fpt");
 */
export function createClient(settings: ClientSettings): Client {
  if (!/^https?:\/\/[^@]+$/.test(settings.baseUrl)) throw new TypeError("baseUrl is no http URL");
  const settled = settle({ ...runtimeWorld, timeoutMs: 10_000, retries: 2, waitMsMax: 30_000 }, settings);
  const api = createOpenapiClient<paths>({
    baseUrl: settings.baseUrl,
    fetch: (request) => send(request, settled),
  });
  /** The answer is asked for unread, so that a fault in its body becomes an ApiError as well. */
  const run: Run = async (ask, path, call = {}, init = {}, list) => {
    const own = settle(settled, call);
    const answer = await ask(
      path as never,
      {
        ...init,
        signal: call.signal,
        parseAs: "stream",
        fetch: (request: Request): Promise<Response> => send(request, own),
      } as never,
    );
    return readAnswer(answer, own, list) as never;
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

/** The calls name their paths and members; what they give is said by the type of the client. */
type Run = <Data>(
  ask: (path: never, init: never) => Promise<Answer>,
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

/** An image as programs have it: a Blob or File, or its bytes. */
export type ImageSource = Blob | ArrayBuffer | Uint8Array;

const imageBytesMax = 8_000_000;

/** Writes an image in Base64, as identity-card reading takes it; one that is too large is refused unsent. */
async function encodeImage(field: string, image: ImageSource): Promise<string> {
  const bytes = new Uint8Array(await new Response(image as Blob).arrayBuffer());
  if (bytes.length <= imageBytesMax) return toBase64(bytes);
  const message = `${field} has over ${imageBytesMax} bytes.`;
  throw new ApiError({ kind: "invalid", message, fieldErrors: { [field]: [message] } });
}

/** `btoa` takes a text of bytes, and a call takes only so many arguments; a multiple of 3 leaves no padding between. */
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
 * Reads page after page, newest first, until there is no more.
 *
 * Each page begins with the last message of the one before. What arrived meanwhile has moved that message further
 * back, so everything before it was told already, or is newer than the first one read and left to the next reading.
 */
async function* iterateNotifications(
  readPage: ReadPage,
  signal?: AbortSignal,
): AsyncGenerator<UserNotification, void, undefined> {
  const limit = 100;
  let last: unknown;
  for (let offset = 0; ; offset += limit - 1) {
    const { notifications } = await readPage({ limit, offset });
    let isBehind = offset === 0;
    for (const notification of notifications) {
      const identity = notification?.id;
      if (isBehind) {
        if (signal?.aborted) throw aborted();
        last = identity;
        yield notification;
      }
      isBehind ||= identity === last;
    }
    if (notifications.length < limit) return;
  }
}
