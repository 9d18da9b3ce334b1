/**
 * Typed calls of the operator document: open calls, what is next, what if prices fall, and changes for other people.
 *
 * @example
 * ```ts
 * import { createOperator } from "@trading-oms/client/operator";
 *
 * const operator = createOperator({ baseUrl: "http://127.0.0.1:8787", token: "test-token" });
 * const { calls } = await operator.listCalls({ due: "today" });
 * for (const { accountId, symbol, outstanding } of calls) console.log(accountId, symbol, outstanding);
 * ```
 *
 * @packageDocumentation
 */
import type {
  AddContactRequest,
  AdjustmentResult,
  AdjustPositionsRequest,
  AuditEntry,
  AuditPage,
  AuditVerdict,
  CallPage,
  CashResult,
  ContactResult,
  CoverResult,
  DayMinutes,
  FoundAccounts,
  HeldBackList,
  InstrumentList,
  MoveCashRequest,
  NearestPage,
  operations,
  PriceResult,
  paths,
  RatesPage,
  RatesResult,
  ReleaseRequest,
  ReleaseResult,
  RemoveRatesRequest,
  SetCoverRequest,
  SetPriceRequest,
  SetRatesRequest,
  Shock,
  ShockRequest,
  Status,
} from "@trading-oms/types/operator";
import type { Client as OpenapiClient } from "openapi-fetch";
import { abortedError } from "./api-error.ts";
import { type ClientSource, connect } from "./connect.ts";
import type { CallSettings, ChangeSettings, Idempotent } from "./settings.ts";

export type { ClientSource } from "./connect.ts";

/** The query of an operation, with settings of the call. */
type Asked<Id extends keyof operations> = CallSettings & {
  readonly [Name in keyof Query<Id>]: Query<Id>[Name] | undefined;
};

type Query<Id extends keyof operations> = NonNullable<operations[Id]["parameters"]["query"]>;

/**
 * A client of the operator document, for tokens with the role `viewer` or `operator`. The named methods return data or throw an
 * `ApiError`: a change that a rule refuses is of kind `refused`, with its `code`. All others are those of openapi-fetch, as in
 * `Client`. To ask again only for what has changed, use `GET` with `If-None-Match` and read the `ETag` of `response`.
 */
export type Operator = OpenapiClient<paths> & {
  /** Lists a page of the open calls, with the totals of the filter. */
  listCalls(asked?: Asked<"listCalls">): Promise<CallPage>;
  /** Lists the positions that are called next, nearest first. */
  listNearest(asked?: Asked<"listNearest">): Promise<NearestPage>;
  /** Tries other prices: what would be called, closed and needed. Nothing is changed. */
  shockPrices(prices: ShockRequest, call?: CallSettings): Promise<Shock>;
  /** Finds accounts whose name or user begins with a term. */
  findAccounts(asked?: Asked<"findAccounts">): Promise<FoundAccounts>;
  /**
   * Sets the covered amount of a position. With `expectedCovered`, it is refused as `cover_changed` if another amount is in
   * force by now.
   *
   * @example
   * ```ts
   * const change = { amount: 1_880_000, expectedCovered: 0, reason: "Paid in, receipt 4411" };
   * const { covered } = await operator.setCover("888C000017", "FPT", change);
   * ```
   */
  setCover(
    accountId: string,
    symbol: string,
    change: SetCoverRequest,
    call?: ChangeSettings,
  ): Promise<CoverResult>;
  /** Notes a contact with the owner of a called position. */
  addContact(
    accountId: string,
    symbol: string,
    contact: AddContactRequest,
    call?: ChangeSettings,
  ): Promise<ContactResult>;
  /** Deposits or withdraws cash. */
  moveCash(accountId: string, movement: MoveCashRequest, call?: ChangeSettings): Promise<CashResult>;
  /** Lists a page of an audit chain, newest first: that of an account, or `prices`, `rates` or `catalog`. */
  listAudit(chain: string, asked?: Asked<"listAudit">): Promise<AuditPage>;
  /** Iterates over the entries of a chain, newest first, each once. Pages are loaded as the loop needs them. */
  everyAuditEntry(chain: string, asked?: Asked<"listAudit">): AsyncGenerator<AuditEntry, void, undefined>;
  /** Verifies an audit chain from its first entry. */
  verifyAudit(chain: string, call?: CallSettings): Promise<AuditVerdict>;
  /** Lists instruments with their prices, those that a search finds or the first ones. */
  listInstruments(asked?: Asked<"listInstruments">): Promise<InstrumentList>;
  /** Sets the last price of a symbol by hand. */
  setPrice(symbol: string, price: SetPriceRequest, call?: ChangeSettings): Promise<PriceResult>;
  /** Lists the symbols whose calls are held back. */
  listHeldBack(call?: CallSettings): Promise<HeldBackList>;
  /** Releases the held-back calls of a symbol. */
  releaseCalls(symbol: string, release: ReleaseRequest, call?: ChangeSettings): Promise<ReleaseResult>;
  /** Adjusts positions by the corporate actions of an ex-date, once under an id. */
  adjustPositions(
    symbol: string,
    adjustment: AdjustPositionsRequest,
    call?: CallSettings,
  ): Promise<AdjustmentResult>;
  /** Lists the rates that are set. */
  listRates(asked?: Asked<"listRates">): Promise<RatesPage>;
  /** Sets the rates of a symbol, a product or a group. */
  setRates(rates: SetRatesRequest, call?: ChangeSettings): Promise<RatesResult>;
  /** Removes rates, so that those of the next level hold. */
  removeRates(rates: RemoveRatesRequest, call?: ChangeSettings): Promise<RatesResult>;
  /** Reads the state of the service and the figures of the desk. */
  getStatus(call?: CallSettings): Promise<Status>;
  /** Lists the figures of the desk by minutes since the server started, or from a cursor on. */
  listDayMinutes(asked?: Asked<"listDayMinutes">): Promise<DayMinutes>;
};

/**
 * Creates a client of the operator document from settings, or from another client, whose settings and token it shares.
 *
 * @throws TypeError if `baseUrl` is not an http or https URL, or has a user or password in it.
 */
export function createOperator(source: ClientSource): Operator {
  const { api, run } = connect<paths>(source);
  const accounts = "/operator/v0/accounts";
  const position = `${accounts}/{accountId}/positions/{symbol}`;
  const audits = "/operator/v0/audits/{chain}";
  const rates = "/operator/v0/rates";

  /** Reads a list; what is asked besides the settings of the call is the query. */
  const list = <Data>(
    path: keyof paths,
    member: string,
    { signal, timeoutMs, retries, language, ...query }: CallSettings = {},
    where?: object,
  ): Promise<Data> =>
    run(api.GET, path, { signal, timeoutMs, retries, language }, { params: { path: where, query } }, member);

  /** Makes a change under one key, which is kept through all attempts, so that each failure may be followed by another one. */
  const change = async <Data>(
    method: typeof api.POST | typeof api.PATCH,
    path: keyof paths,
    where: object,
    body: object,
    call?: ChangeSettings,
  ): Promise<Data> =>
    run(
      method as typeof api.POST,
      path,
      { ...call, idempotencyKey: call?.idempotencyKey ?? api.settings().makeKey(), ...repeatable },
      { params: { path: where }, body },
    );

  const listAudit: Operator["listAudit"] = (chain, asked) => list(audits, "entries", asked, { chain });
  return {
    ...api,
    listCalls: (asked) => list("/operator/v0/calls", "calls", asked),
    listNearest: (asked) => list("/operator/v0/nearest", "positions", asked),
    shockPrices: (body, call) => run(api.POST, "/operator/v0/shock", { ...call, ...repeatable }, { body }),
    findAccounts: (asked) => list(accounts, "accounts", asked),
    setCover: (accountId, symbol, body, call) =>
      change(api.PATCH, `${position}/cover`, { accountId, symbol }, body, call),
    addContact: (accountId, symbol, body, call) =>
      change(api.POST, `${position}/contacts`, { accountId, symbol }, body, call),
    moveCash: (accountId, body, call) =>
      change(api.POST, `${accounts}/{accountId}/cash`, { accountId }, body, call),
    listAudit,
    everyAuditEntry: (chain, asked) => iterateEntries(listAudit, chain, asked),
    verifyAudit: (chain, call) =>
      run(api.POST, `${audits}/verify`, { ...call, ...repeatable }, { params: { path: { chain } } }),
    listInstruments: (asked) => list("/operator/v0/instruments", "instruments", asked),
    listHeldBack: (call) => run(api.GET, "/operator/v0/held-back", call),
    releaseCalls: (symbol, body, call) =>
      change(api.POST, "/operator/v0/instruments/{symbol}/release", { symbol }, body, call),
    adjustPositions: (symbol, body, call) =>
      run(
        api.POST,
        "/operator/v0/instruments/{symbol}/adjustments",
        { ...call, ...repeatable },
        { params: { path: { symbol } }, body },
      ),
    setPrice: (symbol, body, call) =>
      change(api.PATCH, "/operator/v0/instruments/{symbol}/price", { symbol }, body, call),
    listRates: (asked) => list(rates, "rates", asked),
    setRates: (body, call) => change(api.PATCH, rates, {}, body, call),
    removeRates: (body, call) => change(api.POST, `${rates}/remove`, {}, body, call),
    getStatus: (call) => run(api.GET, "/operator/v0/status", call),
    listDayMinutes: (asked) => list("/operator/v0/minutes", "minutes", asked),
  };
}

/** A read by POST changes nothing, and a change is made once under its key. */
const repeatable: Idempotent = { isIdempotent: true };

async function* iterateEntries(
  readPage: Operator["listAudit"],
  chain: string,
  asked: Asked<"listAudit"> = {},
): AsyncGenerator<AuditEntry, void, undefined> {
  let cursor = asked.cursor ?? null;
  do {
    const page = await readPage(chain, { ...asked, cursor: cursor ?? undefined });
    for (const entry of page.entries) {
      if (asked.signal?.aborted) throw abortedError();
      yield entry;
    }
    cursor = page.nextCursor;
  } while (cursor);
}
