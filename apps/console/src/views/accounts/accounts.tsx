/** An account: its figures, positions, movements and audit; without one in the address, a list to choose from. */
import type { Account, Movement, Position } from "@trading-oms/types/companion";
import type { FoundAccount } from "@trading-oms/types/operator";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { api } from "../../app/api.ts";
import { usePoll } from "../../app/poll.ts";
import { addressOf, changedAddress, query } from "../../app/routes.ts";
import { PriceAge, Staleness } from "../../parts/ages.tsx";
import { Command } from "../../parts/command.tsx";
import { Figure } from "../../parts/figure.tsx";
import { FilterField } from "../../parts/filter-field.tsx";
import { History } from "../../parts/history.tsx";
import { PositionPanel } from "../../parts/position-panel.tsx";
import { RatioBar } from "../../parts/ratio-bar.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatCount, formatMoment, formatPrice, formatRatio, formatSigned } from "../../text/format.ts";
import { texts } from "../../text/text.ts";

export function Accounts(): VNode {
  const accountId = query.value.get("account");
  return accountId === null ? <AccountList /> : <AccountView key={accountId} accountId={accountId} />;
}

const listedMax = 100;

function AccountList(): VNode {
  const { shell, account: words, calls } = texts.value;
  const term = query.value.get("query") ?? "";
  const found = usePoll(
    `accounts ${term}`,
    (headers, signal) =>
      api.value.operator.GET("/operator/v0/accounts", {
        params: { query: { limit: listedMax, ...(term === "" ? {} : { query: term }) } },
        headers,
        signal,
      }),
    { keepsLast: true, everyMs: 2_000 },
  );
  const columns: readonly Column<FoundAccount>[] = [
    {
      key: "account",
      title: calls.account,
      narrow: "top-left",
      cell: ({ accountId }) => (
        <a data-opens={accountId} href={addressOf("accounts", { account: accountId })}>
          {accountId}
        </a>
      ),
    },
    { key: "user", title: calls.user, narrow: "bottom-left", cell: ({ userId }) => userId },
    { key: "equity", title: words.totalEquity, isNumber: true, cell: (row) => formatCount(row.totalEquity) },
    {
      key: "margin",
      title: words.maintenanceMargin,
      isNumber: true,
      cell: (row) => formatCount(row.maintenanceMargin),
    },
    {
      key: "power",
      title: words.tradingPower,
      isNumber: true,
      narrow: "bottom-right",
      cell: (row) => formatCount(row.tradingPower),
    },
    {
      key: "positions",
      title: words.positions,
      isNumber: true,
      cell: (row) => formatCount(row.positionCount),
    },
    {
      key: "calls",
      title: words.openCalls,
      isNumber: true,
      cell: ({ openCallCount }) => (
        <span class={openCallCount > 0 ? "called" : "quiet"}>{formatCount(openCallCount)}</span>
      ),
    },
    {
      key: "outstanding",
      title: words.outstanding,
      isNumber: true,
      narrow: "top-right",
      cell: ({ outstanding }) => <strong>{formatCount(outstanding)}</strong>,
    },
  ];
  return (
    <>
      <h1>{shell.views.accounts}</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <FilterField name="query" label={words.find} value={term} unfit={/[^\x20-\x7E]/g} />
      </form>
      <Staleness polled={found} />
      <Table
        caption={shell.views.accounts}
        columns={columns}
        rows={found.data?.accounts}
        keyOf={({ accountId }) => accountId}
        empty={words.noneFound}
      />
      {found.data?.accounts.length === listedMax && <p class="quiet">{words.more(listedMax)}</p>}
      <Command line="oms accounts list" />
    </>
  );
}

function AccountView({ accountId }: { readonly accountId: string }): VNode {
  const { account: words, audit: auditWords } = texts.value;
  const polled = usePoll(`account ${accountId}`, (headers, signal) =>
    api.value.companion.GET("/companion/v0/accounts/{accountId}", {
      params: { path: { accountId } },
      headers,
      signal,
    }),
  );
  const status = usePoll(
    "desk",
    (headers, signal) => api.value.operator.GET("/operator/v0/status", { headers, signal }),
    {
      everyMs: 60_000,
    },
  );
  const audit = usePoll(
    `audit ${accountId}`,
    (headers, signal) =>
      api.value.operator.GET("/operator/v0/audits/{chain}", {
        params: { path: { chain: accountId }, query: { limit: 10 } },
        headers,
        signal,
      }),
    { everyMs: 5_000 },
  );
  const open = query.value.get("open");
  if (polled.failure?.status === 404) {
    return (
      <>
        <h1>{accountId}</h1>
        <p class="notice">{words.absent(accountId)}</p>
      </>
    );
  }
  return (
    <div class={open === null ? "" : "with-panel"}>
      <section>
        <h1>{accountId}</h1>
        <Staleness polled={polled} />
        <AccountFigures account={polled.data} />
        <header class="title">
          <h2>{words.positions}</h2>
        </header>
        <Table
          caption={words.positions}
          columns={positionColumns(open !== null)}
          rows={polled.data?.positions}
          keyOf={({ symbol }) => symbol}
          classOf={({ symbol }) => (symbol === open ? "open" : undefined)}
          empty={words.noPositions}
        />
        <Command line={`oms accounts show ${accountId}`} />
        <div class="columns">
          <Movements accountId={accountId} />
          <section>
            <Staleness polled={audit} />
            <History entries={audit.data?.entries ?? []} />
            <p>
              <a href={addressOf("audit", { chain: accountId })}>{auditWords.whole}</a>
            </p>
            <Command line={`oms audit list --chain ${accountId}`} />
          </section>
        </div>
      </section>
      {open !== null && (
        <PositionPanel
          accountId={accountId}
          symbol={open}
          contactUrl={status.data?.contactUrl}
          closed={changedAddress({ open: undefined })}
        />
      )}
    </div>
  );
}

/** The figures of the account; each says how it comes about. */
function AccountFigures({ account }: { readonly account: Account | undefined }): VNode {
  const { account: words } = texts.value;
  const shown = (value: number | undefined) =>
    value === undefined ? <span class="blank" /> : formatCount(value);
  const losses = account?.positions.reduce((sum, { unrealizedResult }) => sum + unrealizedResult, 0) ?? 0;
  return (
    <dl class="four">
      <Figure name={words.totalEquity} value={shown(account?.totalEquity)}>
        {words.equityFormula}
      </Figure>
      <Figure name={words.maintenanceMargin} value={shown(account?.maintenanceMargin)}>
        {words.marginFormula}
      </Figure>
      <Figure name={words.tradingPower} value={shown(account?.tradingPower)}>
        {account &&
          words.powerFormula(
            formatCount(account.totalEquity),
            formatCount(Math.min(0, losses)),
            formatCount(account.maintenanceMargin),
          )}
      </Figure>
      <Figure
        name={words.outstanding}
        value={shown(account?.outstanding)}
        tone={account !== undefined && account.outstanding > 0 ? "called" : ""}
      >
        {account && words.callsOf(account.openCallCount, account.positionCount)}
      </Figure>
    </dl>
  );
}

function positionColumns(isNarrowed: boolean): readonly Column<Position>[] {
  const { calls, position: words, account } = texts.value;
  const price = (value: number | null): string => (value === null ? "–" : formatPrice(value));
  const all: readonly Column<Position>[] = [
    {
      key: "symbol",
      title: calls.symbol,
      narrow: "top-left",
      cell: ({ symbol, quantity }) => (
        <>
          <a data-opens={symbol} href={changedAddress({ open: symbol })}>
            {symbol}
          </a>
          <small class="quiet">{formatCount(quantity)}</small>
        </>
      ),
    },
    {
      key: "state",
      title: words.state,
      narrow: "bottom-left",
      cell: ({ state, calledSince }) => (
        <span class={stateClass[state]}>
          {words.states[state]}
          {calledSince !== null && <small>{formatMoment(calledSince)}</small>}
        </span>
      ),
    },
    {
      key: "average",
      title: words.averagePrice,
      isNumber: true,
      cell: ({ averagePrice }) => formatPrice(averagePrice),
    },
    {
      key: "price",
      title: words.price,
      isNumber: true,
      narrow: "bottom-right",
      cell: ({ price: value, priceTime, isStale }) => (
        <span class={isStale ? "quiet" : ""}>
          {formatPrice(value)}
          <small>
            <PriceAge atMs={priceTime} />
          </small>
        </span>
      ),
    },
    {
      key: "value",
      title: words.marketValue,
      isNumber: true,
      cell: ({ marketValue }) => formatCount(marketValue),
    },
    {
      key: "result",
      title: words.unrealized,
      isNumber: true,
      cell: ({ unrealizedResult }) => formatSigned(unrealizedResult),
    },
    {
      key: "ratio-bar",
      title: calls.ratioBar,
      narrow: "below",
      cell: (position) => <RatioBar {...position} />,
    },
    { key: "ratio", title: words.dealRatio, isNumber: true, cell: ({ dealRatio }) => formatRatio(dealRatio) },
    { key: "call", title: words.callPrice, isNumber: true, cell: ({ callPrice }) => price(callPrice) },
    {
      key: "close",
      title: words.forceClosePrice,
      isNumber: true,
      cell: ({ forceClosePrice }) => price(forceClosePrice),
    },
    { key: "covered", title: words.covered, isNumber: true, cell: ({ covered }) => formatCount(covered) },
    {
      key: "outstanding",
      title: account.outstanding,
      isNumber: true,
      narrow: "top-right",
      cell: ({ outstanding }) => <strong>{formatCount(outstanding)}</strong>,
    },
  ];
  const leftOut = ["average", "value", "result", "close", "covered"];
  return isNarrowed ? all.filter(({ key }) => !leftOut.includes(key)) : all;
}

const stateClass = { healthy: "", called: "called", forceClose: "force-close", closing: "quiet" } as const;

const pageSize = 20;

function Movements({ accountId }: { readonly accountId: string }): VNode {
  const { account: words } = texts.value;
  const [limit, setLimit] = useState(pageSize);
  const polled = usePoll(
    `movements ${accountId} ${limit}`,
    (headers, signal) =>
      api.value.companion.GET("/companion/v0/accounts/{accountId}/movements", {
        params: { path: { accountId }, query: { limit } },
        headers,
        signal,
      }),
    { everyMs: 5_000, keepsLast: true },
  );
  const columns: readonly Column<Movement>[] = [
    { key: "time", title: words.time, narrow: "bottom-left", cell: ({ time }) => formatMoment(time) },
    {
      key: "kind",
      title: words.movement,
      narrow: "top-left",
      cell: ({ kind, symbol }) => `${words.movements[kind]}${symbol === null ? "" : ` ${symbol}`}`,
    },
    {
      key: "by",
      title: words.change,
      isNumber: true,
      narrow: "top-right",
      cell: ({ before, after }) => formatSigned(after - before),
    },
    {
      key: "after",
      title: words.after,
      isNumber: true,
      narrow: "bottom-right",
      cell: ({ after }) => formatCount(after),
    },
  ];
  return (
    <section>
      <h3>{words.movementsTitle}</h3>
      <Staleness polled={polled} />
      <Table
        caption={words.movementsTitle}
        columns={columns}
        rows={polled.data?.movements}
        keyOf={({ place }) => String(place)}
        empty={words.noMovements}
      />
      {polled.data?.nextCursor != null && limit < 100 && (
        <button type="button" onClick={() => setLimit(100)}>
          {words.moreMovements}
        </button>
      )}
      <Command
        line={`curl -H "Authorization: Bearer $TOKEN" "${location.origin}/companion/v0/accounts/${accountId}/movements?limit=${limit}"`}
      />
    </section>
  );
}
