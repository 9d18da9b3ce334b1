/** An account: its figures, positions, movements and audit; without one in the address, a list to choose from. */
import type { Account, Movement, Position } from "@trading-oms/types/companion";
import type { FoundAccount } from "@trading-oms/types/operator";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { api } from "../../app/api.ts";
import { usePoll } from "../../app/poll.ts";
import { useAccount, useAudit, useStatus } from "../../app/questions.ts";
import { addressOf, changedAddress, query } from "../../app/routes.ts";
import { AgedPrice, Staleness } from "../../parts/ages.tsx";
import { Command, curlLine } from "../../parts/command.tsx";
import { Title } from "../../parts/facts.tsx";
import { Figure } from "../../parts/figure.tsx";
import { FilterField } from "../../parts/filter-field.tsx";
import { History } from "../../parts/history.tsx";
import { PositionPanel } from "../../parts/position-panel.tsx";
import { RatioBar } from "../../parts/ratio-bar.tsx";
import { omsLine } from "../../parts/shell-line.ts";
import { type Column, number, Table, text } from "../../parts/table.tsx";
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
    (request) =>
      api.value.operator.GET("/operator/v0/accounts", {
        params: { query: { limit: listedMax, ...(term === "" ? {} : { query: term }) } },
        ...request,
      }),
    { keepsLast: true, everyMs: 2_000 },
  );
  const columns: readonly Column<FoundAccount>[] = [
    text(
      "account",
      calls.account,
      ({ accountId }) => (
        <a data-opens={accountId} href={addressOf("accounts", { account: accountId })}>
          {accountId}
        </a>
      ),
      "top-left",
    ),
    text("user", calls.user, ({ userId }) => userId, "bottom-left"),
    number("equity", words.totalEquity, (row) => formatCount(row.totalEquity)),
    number("margin", words.maintenanceMargin, (row) => formatCount(row.maintenanceMargin)),
    number("power", words.tradingPower, (row) => formatCount(row.tradingPower), "bottom-right"),
    number("positions", words.positions, (row) => formatCount(row.positionCount)),
    number("calls", words.openCalls, ({ openCallCount }) => (
      <span class={openCallCount > 0 ? "called" : "quiet"}>{formatCount(openCallCount)}</span>
    )),
    number(
      "outstanding",
      words.outstanding,
      ({ outstanding }) => <strong>{formatCount(outstanding)}</strong>,
      "top-right",
    ),
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
      <Command
        line={
          term === ""
            ? omsLine(["accounts", "list"])
            : curlLine`/operator/v0/accounts?query=${term}&limit=${listedMax}`
        }
      />
    </>
  );
}

function AccountView({ accountId }: { readonly accountId: string }): VNode {
  const { account: words, audit: auditWords } = texts.value;
  const polled = useAccount(accountId);
  const status = useStatus(60_000);
  const audit = useAudit(accountId, { limit: 10 });
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
        <Title name={words.positions} />
        <Table
          caption={words.positions}
          columns={positionColumns(open !== null)}
          rows={polled.data?.positions}
          keyOf={({ symbol }) => symbol}
          classOf={({ symbol }) => (symbol === open ? "open" : undefined)}
          empty={words.noPositions}
        />
        <Command line={omsLine(["accounts", "show", accountId])} />
        <div class="columns">
          <Movements accountId={accountId} />
          <section>
            <Staleness polled={audit} />
            <History entries={audit.data?.entries} />
            <p>
              <a href={addressOf("audit", { chain: accountId })}>{auditWords.whole}</a>
            </p>
            <Command line={omsLine(["audit", "list"], { chain: accountId })} />
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
    text(
      "symbol",
      calls.symbol,
      ({ symbol, quantity }) => (
        <>
          <a data-opens={symbol} href={changedAddress({ open: symbol })}>
            {symbol}
          </a>
          <small class="quiet">{formatCount(quantity)}</small>
        </>
      ),
      "top-left",
    ),
    text(
      "state",
      words.state,
      ({ state, calledSince }) => (
        <span class={stateClass[state]}>
          {words.states[state]}
          {calledSince !== null && <small>{formatMoment(calledSince)}</small>}
        </span>
      ),
      "bottom-left",
    ),
    number("average", words.averagePrice, ({ averagePrice }) => formatPrice(averagePrice)),
    number(
      "price",
      words.price,
      (row) => <AgedPrice price={row.price} atMs={row.priceTime} isStale={row.isStale} />,
      "bottom-right",
    ),
    number("value", words.marketValue, ({ marketValue }) => formatCount(marketValue)),
    number("result", words.unrealized, ({ unrealizedResult }) => formatSigned(unrealizedResult)),
    text("ratio-bar", calls.ratioBar, (position) => <RatioBar {...position} />, "below"),
    number("ratio", words.dealRatio, ({ dealRatio }) => formatRatio(dealRatio)),
    number("call", words.callPrice, ({ callPrice }) => price(callPrice)),
    number("close", words.forceClosePrice, ({ forceClosePrice }) => price(forceClosePrice)),
    number("covered", words.covered, ({ covered }) => formatCount(covered)),
    number(
      "outstanding",
      account.outstanding,
      ({ outstanding }) => <strong>{formatCount(outstanding)}</strong>,
      "top-right",
    ),
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
    (request) =>
      api.value.companion.GET("/companion/v0/accounts/{accountId}/movements", {
        params: { path: { accountId }, query: { limit } },
        ...request,
      }),
    { everyMs: 5_000, keepsLast: true },
  );
  const columns: readonly Column<Movement>[] = [
    text("time", words.time, ({ time }) => formatMoment(time), "bottom-left"),
    text(
      "kind",
      words.movement,
      ({ kind, symbol }) => `${words.movements[kind]}${symbol === null ? "" : ` ${symbol}`}`,
      "top-left",
    ),
    number("by", words.change, ({ before, after }) => formatSigned(after - before), "top-right"),
    number("after", words.after, ({ after }) => formatCount(after), "bottom-right"),
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
      <Command line={curlLine`/companion/v0/accounts/${accountId}/movements?limit=${limit}`} />
    </section>
  );
}
