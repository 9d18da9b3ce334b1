import type {
  CoveredMarginCallRequest,
  CoveredMarginCallResult,
  IdCardRequest,
  IdCardResponse,
  MarginRatio,
  NotificationPage,
  paths,
  SymbolSearchResult,
  UserNotification,
} from "@trading-oms/types";
import createOpenapiClient, { type Client as OpenapiClient } from "openapi-fetch";
import { encodeImage, type ImageSource } from "./encode-image.ts";
import { iterateNotifications } from "./iterate-notifications.ts";
import { type Answer, readAnswer } from "./read-answer.ts";
import { send } from "./send.ts";
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
  /** Reads all notifications, newest first, page by page as they are asked for; pages have 2 to 100. */
  everyNotification(
    call?: CallSettings & { readonly pageSize?: number },
  ): AsyncGenerator<UserNotification, void, undefined>;
};

/**
 * Makes a client.
 *
 * @example
 * const client = createClient({ baseUrl: "https://api.example", token: () => session.accessToken() });
 * const { data } = await client.searchSymbols("fpt");
 */
export function createClient(settings: ClientSettings): Client {
  const settled = settle(settings, runtimeWorld);
  const { GET, POST, PATCH, use, eject, request } = createOpenapiClient<paths>({
    baseUrl: settings.baseUrl.replace(/\/+$/, ""),
    fetch: (each) => send(each, settled),
  });
  /** The answer is asked for unread, so that a fault in its body becomes an ApiError as well. */
  const run: Run = async (method, path, lists, { signal, timeoutMs, retries, ...members }, body) => {
    const own = {
      ...settled,
      timeoutMs: timeoutMs ?? settled.timeoutMs,
      retries: retries ?? settled.retries,
    };
    const init = { ...members, signal, body, parseAs: "stream", fetch: (each: Request) => send(each, own) };
    return readAnswer((await request(method, path as never, init as never)) as Answer, own, lists) as never;
  };
  const notifications: Client["notifications"] = ({ limit, offset, ...call } = {}) =>
    run("get", "/api/v1/notifications", ["notifications"], {
      ...call,
      params: { query: { limit, offset } },
    });
  return {
    GET,
    POST,
    PATCH,
    use,
    eject,
    searchSymbols: (search, { algoID, positionID, ...call } = {}) =>
      run("get", "/api/v1/MarketData/GetSymbolSearch/{search}", ["data"], {
        ...call,
        params: { path: { search }, query: { algoID, positionID } },
      }),
    parseIdCard: async (images, call) =>
      run("post", "/api/v2/chat/api/id-card", [], { ...call }, await encodeImages(images)),
    setCoveredMarginCall: (change, { idempotencyKey, ...call } = {}) => {
      const keyed = { ...call, params: { header: { "Idempotency-Key": idempotencyKey } } };
      return run("patch", "/api/v1/users/covered-margin-call", [], keyed, change);
    },
    marginRatio: (symbol, call) =>
      run("get", "/api/v1/diagnostics/margin-ratios/{symbol}", [], { ...call, params: { path: { symbol } } }),
    notifications,
    everyNotification: ({ pageSize = 100, ...call } = {}) => {
      // Pages overlap by one message, so a page of one would lead nowhere.
      if (!(pageSize >= 2 && pageSize <= 100)) throw new TypeError("pageSize has to be 2 to 100");
      return iterateNotifications((range) => notifications({ ...call, ...range }), pageSize, call.signal);
    },
  };
}

/** The calls name their paths and members; what they give is said by the type of the client. */
type Run = <Data>(
  method: "get" | "post" | "patch",
  path: keyof paths,
  lists: readonly string[],
  call: CallSettings & { readonly params?: object },
  body?: object,
) => Promise<Data>;

async function encodeImages({ front, back, portrait }: IdCardImages): Promise<IdCardRequest> {
  return {
    frontImage: await encodeImage("frontImage", front),
    ...(back && { backImage: await encodeImage("backImage", back) }),
    ...(portrait && { portraitImage: await encodeImage("portraitImage", portrait) }),
  };
}
