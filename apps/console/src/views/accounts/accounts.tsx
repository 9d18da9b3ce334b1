/** An account: its figures, positions, movements and audit; without one in the address, a list to choose from. */
import type { Account, Movement, Position } from "@trading-oms/types/companion";
import type { FoundAccount } from "@trading-oms/types/operator";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { api } from "../../app/api.ts";
import { usePoll } from "../../app/poll.ts";
import { useAccount, useAudit } from "../../app/questions.ts";
import { addressOf, changedAddress, query } from "../../app/routes.ts";
import { AgedPrice, Staleness } from "../../parts/ages.tsx";
import { accountColumn, Opener, outstandingColumn, userColumn } from "../../parts/columns.tsx";
import { Command } from "../../parts/command.tsx";
import { Title } from "../../parts/facts.tsx";
import { FilterField } from "../../parts/fields.tsx";
import { Figure } from "../../parts/figure.tsx";
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
  const { shell, account: words } = texts.value;
  const term = query.value.get("query") ?? "";
  const found = usePoll(api.value.deskQueries.findAccounts({ limit: listedMax, query: term || undefined }), {
    keepsLast: true,
    everyMs: 2_000,
  });
  const columns: readonly Column<FoundAccount>[] = [
    accountColumn(({ accountId }) => addressOf("accounts", { account: accountId })),
    userColumn(),
    number(words.totalEquity, (row) => formatCount(row.totalEquity)),
    number(words.maintenanceMargin, (row) => formatCount(row.maintenanceMargin)),
    number(words.tradingPower, (row) => formatCount(row.tradingPower), "bottom-right"),
    number(words.positions, (row) => formatCount(row.positionCount)),
    number(words.openCalls, ({ openCallCount }) => (
      <span class={openCallCount > 0 ? "called" : "quiet"}>{formatCount(openCallCount)}</span>
    )),
    outstandingColumn(),
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
            : omsLine(["accounts", "find"], { query: term, limit: listedMax })
        }
      />
    </>
  );
}

function AccountView({ accountId }: { readonly accountId: string }): VNode {
  const { account: words, audit: auditWords } = texts.value;
  const polled = useAccount(accountId);
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
          columns={positionColumns()}
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
            <Command line={omsLine(["audit", "list", accountId])} />
          </section>
        </div>
      </section>
      {open !== null && (
        <PositionPanel accountId={accountId} symbol={open} closed={changedAddress({ open: undefined })} />
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

function positionColumns(): readonly Column<Position>[] {
  const { calls, position: words } = texts.value;
  const price = (value: number | null): string => (value === null ? "–" : formatPrice(value));
  return [
    text(
      calls.symbol,
      ({ symbol, quantity }) => (
        <Opener id={symbol} href={changedAddress({ open: symbol })} name={symbol}>
          {formatCount(quantity)}
        </Opener>
      ),
      "top-left",
    ),
    text(
      words.state,
      ({ state, calledSince }) => (
        <span class={stateClass[state]}>
          {words.states[state]}
          {calledSince !== null && <small>{formatMoment(calledSince)}</small>}
        </span>
      ),
      "bottom-left",
    ),
    number(words.averagePrice, ({ averagePrice }) => formatPrice(averagePrice), "roomy"),
    number(
      words.price,
      (row) => <AgedPrice price={row.price} atMs={row.priceTime} isStale={row.isStale} />,
      "bottom-right",
    ),
    number(words.marketValue, ({ marketValue }) => formatCount(marketValue), "roomy"),
    number(words.unrealized, ({ unrealizedResult }) => formatSigned(unrealizedResult), "roomy"),
    text(calls.ratioBar, (position) => <RatioBar {...position} />, "below"),
    number(words.dealRatio, ({ dealRatio }) => formatRatio(dealRatio)),
    number(words.callPrice, ({ callPrice }) => price(callPrice)),
    number(words.forceClosePrice, ({ forceClosePrice }) => price(forceClosePrice), "roomy"),
    number(words.covered, ({ covered }) => formatCount(covered), "roomy"),
    outstandingColumn(),
  ];
}

const stateClass = {
  healthy: "",
  called: "called",
  forceClose: "force-close",
  recovered: "quiet",
  closing: "quiet",
} as const;

const pageSize = 20;

function Movements({ accountId }: { readonly accountId: string }): VNode {
  const { account: words } = texts.value;
  const [limit, setLimit] = useState(pageSize);
  const polled = usePoll(api.value.queries.listMovements(accountId, { limit }), {
    everyMs: 5_000,
    keepsLast: true,
  });
  const nameOf = ({ kind, symbol, quantity }: Movement): string =>
    [words.movements[kind], symbol, quantity === null ? null : `→ ${formatCount(quantity)}`]
      .filter((part) => part !== null)
      .join(" ");
  const columns: readonly Column<Movement>[] = [
    text(words.time, ({ time }) => formatMoment(time), "bottom-left"),
    text(words.movement, nameOf, "top-left"),
    number(words.change, ({ before, after }) => formatSigned(after - before), "top-right"),
    number(words.after, ({ after }) => formatCount(after), "bottom-right"),
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
      <Command line={omsLine(["movements", "list", accountId], { limit })} />
    </section>
  );
}
