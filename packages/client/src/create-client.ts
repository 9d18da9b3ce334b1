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
import { type Answer, type Promised, readAnswer } from "./read-answer.ts";
import { rememberTokens } from "./remember-tokens.ts";
import { send } from "./send.ts";
import { type CallSettings, type ClientSettings, type Settled, settle } from "./settings.ts";
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
  const { source, hide } = rememberTokens(settings.token);
  const settled = settle({ ...settings, token: source }, runtimeWorld);
  const baseUrl = settings.baseUrl.replace(/\/+$/, "");
  const raw = createOpenapiClient<paths>({ baseUrl, fetch: (request) => send(request, settled) });
  const { GET, POST, PATCH, use, eject } = raw;
  const read = <Data>(answer: Promise<Answer>, promised: Promised): Promise<Data> =>
    readAnswer(answer, promised, { hide, todayMs: settled.world.today() });
  const notifications: Client["notifications"] = ({ limit, offset, ...call } = {}) => {
    const query = defined({ limit, offset });
    return read(GET("/api/v1/notifications", { ...forCall(call, settled), params: { query } }), isPage);
  };
  return {
    GET,
    POST,
    PATCH,
    use,
    eject,
    searchSymbols: (search, { algoID, positionID, ...call } = {}) => {
      const init = {
        ...forCall(call, settled),
        params: { path: { search }, query: defined({ algoID, positionID }) },
      };
      return read(GET("/api/v1/MarketData/GetSymbolSearch/{search}", init), isSearchResult);
    },
    parseIdCard: async (images, call) => {
      const body = await encodeImages(images);
      return read(POST("/api/v2/chat/api/id-card", { ...forCall(call, settled), body }), isAnything);
    },
    setCoveredMarginCall: (change, { idempotencyKey, ...call } = {}) => {
      const header = defined({ "Idempotency-Key": idempotencyKey });
      const init = { ...forCall(call, settled), body: change, params: { header } };
      return read(PATCH("/api/v1/users/covered-margin-call", init), isAnything);
    },
    marginRatio: (symbol, call) => {
      const init = { ...forCall(call, settled), params: { path: { symbol } } };
      return read(GET("/api/v1/diagnostics/margin-ratios/{symbol}", init), isAnything);
    },
    notifications,
    everyNotification: ({ pageSize = 100, ...call } = {}) => {
      // Pages overlap by one message, so a page of one would lead nowhere.
      if (!(pageSize >= 2 && pageSize <= 100)) throw new TypeError("pageSize has to be 2 to 100");
      return iterateNotifications((range) => notifications({ ...call, ...range }), pageSize, call.signal);
    },
  };
}

/** A member that is undefined would be sent as the word. */
function defined<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}

/** The answer is handed over unread, so that a fault in its body becomes an ApiError as well. */
function forCall({ signal, timeoutMs, retries }: CallSettings = {}, settled: Settled) {
  const own: Settled = { ...settled, ...defined({ timeoutMs, retries }) };
  return {
    parseAs: "stream" as const,
    fetch: (request: Request) => send(request, own),
    ...defined({ signal }),
  };
}

async function encodeImages({ front, back, portrait }: IdCardImages): Promise<IdCardRequest> {
  return {
    frontImage: await encodeImage("frontImage", front),
    ...(back && { backImage: await encodeImage("backImage", back) }),
    ...(portrait && { portraitImage: await encodeImage("portraitImage", portrait) }),
  };
}

const isSearchResult: Promised = ({ isSuccess, data }) => isSuccess === true && Array.isArray(data);
const isPage: Promised = ({ notifications, limit, offset }) =>
  Array.isArray(notifications) && typeof limit === "number" && typeof offset === "number";
/** All members of these answers may be missing. */
const isAnything: Promised = () => true;
