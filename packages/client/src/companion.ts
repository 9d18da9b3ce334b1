/**
 * Typed calls of the companion document: accounts, previews of covers, movements, what was read, the market and its prices.
 *
 * @example
 * ```ts
 * import { createCompanion } from "@trading-oms/client/companion";
 *
 * const companion = createCompanion({ baseUrl: "http://127.0.0.1:8787", token: "test-token" });
 * const { accounts } = await companion.listAccounts();
 * for (const { accountId, outstanding } of accounts) console.log(accountId, outstanding);
 * ```
 *
 * @packageDocumentation
 */
import type {
  Account,
  AccountList,
  CoverPreview,
  Explanation,
  MarketState,
  MinutePrices,
  Movement,
  MovementPage,
  NotificationCount,
  paths,
  ReadNotificationsRequest,
} from "@trading-oms/types/companion";
import type { Client as OpenapiClient } from "openapi-fetch";
import { abortedError } from "./api-error.ts";
import { type ClientSource, connect } from "./connect.ts";
import type { CallSettings, Idempotent } from "./settings.ts";

export type { ClientSource } from "./connect.ts";

/**
 * A client of the companion document. The named methods return data or throw an `ApiError`. All others are those of
 * openapi-fetch, as in `Client`. No named method does more when it is repeated, so each is retried after every retryable failure.
 */
export type Companion = OpenapiClient<paths> & {
  /**
   * Lists the user's own accounts with their figures.
   *
   * @throws `ApiError` for every failure.
   */
  listAccounts(call?: CallSettings): Promise<AccountList>;
  /**
   * Reads an account with its positions: what is covered, needed and missing, and at which price a position is called.
   *
   * @throws `ApiError` for every failure. If there is no such account for this user, its kind is `not-found`.
   *
   * @example
   * ```ts
   * const { positions } = await companion.getAccount("888C000017");
   * const called = positions.filter(({ state }) => state !== "healthy");
   * ```
   */
  getAccount(accountId: string, call?: CallSettings): Promise<Account>;
  /**
   * Explains each figure of a position by its formula and inputs.
   *
   * @throws `ApiError` for every failure. If there is no such position, its kind is `not-found`.
   */
  explainPosition(accountId: string, symbol: string, call?: CallSettings): Promise<Explanation>;
  /**
   * Tries a covered amount in whole VND: the figures before and after, and the least and the most that would be accepted.
   * Nothing is written.
   *
   * @throws `ApiError` for every failure. If the amount would be refused, its kind is `refused`, as that of
   * `setCoveredMarginCall`; `code` says why, and `raw` is the whole {@link CoverPreview}.
   *
   * @example
   * ```ts
   * const { after, most } = await companion.previewCover("888C000017", "FPT", 2_000_000, { language: "vi" });
   * ```
   */
  previewCover(accountId: string, symbol: string, amount: number, call?: CallSettings): Promise<CoverPreview>;
  /**
   * Reads a page of cash movements and changes of covered amounts, newest first. Default: `limit` 50. `cursor` is the
   * `nextCursor` of the page before.
   *
   * @throws `ApiError` for every failure.
   */
  listMovements(
    accountId: string,
    call?: CallSettings & { readonly limit?: number | undefined; readonly cursor?: number | undefined },
  ): Promise<MovementPage>;
  /**
   * Iterates over all movements, newest first, each once. Pages are loaded as the loop needs them.
   *
   * @throws `ApiError` for every failure, within the loop.
   *
   * @example
   * ```ts
   * for await (const { kind, before, after } of companion.everyMovement("888C000017")) console.log(kind, after - before);
   * ```
   */
  everyMovement(accountId: string, call?: CallSettings): AsyncGenerator<Movement, void, undefined>;
  /**
   * Marks notifications as read, by at most 500 `ids` or all up to the one that `through` names, and returns the numbers
   * after it.
   *
   * @throws `ApiError` for every failure.
   *
   * @example
   * ```ts
   * const { newestId } = await companion.countNotifications();
   * const { unread } = await companion.readNotifications({ through: newestId });
   * ```
   */
  readNotifications(which: ReadNotificationsRequest, call?: CallSettings): Promise<NotificationCount>;
  /**
   * Counts all and the unread notifications.
   *
   * @throws `ApiError` for every failure.
   */
  countNotifications(call?: CallSettings): Promise<NotificationCount>;
  /**
   * Reads each exchange's session and when it changes, the holidays ahead, what is halted, and the state of the feed. Needs no token.
   *
   * @throws `ApiError` for every failure.
   */
  getMarket(call?: CallSettings): Promise<MarketState>;
  /**
   * Lists the prices of the last minutes with a trade: open, high, low, close and volume. Needs no token.
   *
   * @throws `ApiError` for every failure. If the symbol is not listed, its kind is `not-found`.
   */
  listPrices(symbol: string, call?: CallSettings): Promise<MinutePrices>;
};

/**
 * Creates a client of the companion document from settings, or from another client, whose settings and token it shares.
 *
 * @throws TypeError if `baseUrl` is not an http or https URL, or has a user or password in it.
 *
 * @example
 * ```ts
 * import { createCompanion } from "@trading-oms/client/companion";
 *
 * const companion = createCompanion({ baseUrl: "http://127.0.0.1:8787", token: "test-token" });
 * const { tradingPower, positions } = await companion.getAccount("888C000017");
 * console.log(tradingPower, positions[0]?.outstanding);
 * ```
 */
export function createCompanion(source: ClientSource): Companion {
  const { api, run } = connect<paths>(source);
  const account = "/companion/v0/accounts/{accountId}";
  // Neither a preview nor marking as read does more when it is repeated.
  const isIdempotent: Idempotent = { isIdempotent: true };
  const listMovements: Companion["listMovements"] = (accountId, { limit, cursor, ...call } = {}) =>
    run(
      api.GET,
      `${account}/movements`,
      call,
      { params: { path: { accountId }, query: { limit, cursor } } },
      "movements",
    );
  return {
    ...api,
    listAccounts: (call) => run(api.GET, "/companion/v0/accounts", call, {}, "accounts"),
    getAccount: (accountId, call) =>
      run(api.GET, account, call, { params: { path: { accountId } } }, "positions"),
    explainPosition: (accountId, symbol, call) =>
      run(
        api.GET,
        `${account}/positions/{symbol}/explanation`,
        call,
        { params: { path: { accountId, symbol } } },
        "figures",
      ),
    previewCover: (accountId, symbol, amount, call) =>
      run(
        api.POST,
        `${account}/positions/{symbol}/cover-preview`,
        { ...call, ...isIdempotent },
        { params: { path: { accountId, symbol } }, body: { amount } },
      ),
    listMovements,
    everyMovement: (accountId, call) => iterateMovements(listMovements, accountId, call),
    readNotifications: (which, call) =>
      run(api.POST, "/companion/v0/notifications/read", { ...call, ...isIdempotent }, { body: which }),
    countNotifications: (call) => run(api.GET, "/companion/v0/notifications/count", call),
    getMarket: (call) => run(api.GET, "/companion/v0/market", call, {}, "exchanges"),
    listPrices: (symbol, call) =>
      run(api.GET, "/companion/v0/symbols/{symbol}/prices", call, { params: { path: { symbol } } }, "prices"),
  };
}

/** Reads page after page, newest first, until the end. A cursor is a place, so movements that arrive do not shift the pages. */
async function* iterateMovements(
  readPage: Companion["listMovements"],
  accountId: string,
  call?: CallSettings,
): AsyncGenerator<Movement, void, undefined> {
  let cursor: number | undefined;
  do {
    const page = await readPage(accountId, { ...call, limit: 100, cursor });
    for (const movement of page.movements) {
      if (call?.signal?.aborted) throw abortedError();
      yield movement;
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}
