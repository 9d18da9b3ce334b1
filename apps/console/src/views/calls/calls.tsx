/** The open calls as one table, with filters, totals and a panel for the one that is open. */
import type { Call, CallPage } from "@trading-oms/types/operator";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../../app/api.ts";
import { Choice } from "../../app/choice.tsx";
import { nowMs } from "../../app/clock.ts";
import { usePoll } from "../../app/poll.ts";
import type { CallQuery } from "../../app/questions.ts";
import { changedAddress, query, readQuery } from "../../app/routes.ts";
import { Due, Staleness } from "../../parts/ages.tsx";
import { Opener, outstandingColumn, priceColumn } from "../../parts/columns.tsx";
import { Command } from "../../parts/command.tsx";
import { describeContact } from "../../parts/describe-contact.ts";
import { applyFilter, FilterField } from "../../parts/fields.tsx";
import { PositionPanel } from "../../parts/position-panel.tsx";
import { RatioBar } from "../../parts/ratio-bar.tsx";
import { omsLine } from "../../parts/shell-line.ts";
import { type Column, number, Table, text } from "../../parts/table.tsx";
import { formatCount, formatMoment, formatRatio, toLocalInput } from "../../text/format.ts";
import { texts } from "../../text/text.ts";

/** So many that a slow machine draws them in less than a tenth of a second. */
const pageSize = 50;
const filterNames = ["state", "due", "contact", "symbol", "group", "user", "order"] as const;

export function Calls(): VNode {
  const { shell, calls: words } = texts.value;
  // The service judges the values.
  const filter: CallQuery = readQuery(filterNames);
  const offset = Math.max(0, Math.floor(Number(query.value.get("offset")) || 0));
  const key = JSON.stringify([filter, offset]);
  const asked = { ...filter, limit: pageSize, offset: offset || undefined };
  const page = usePoll(api.value.deskQueries.listCalls(asked), { keepsLast: true });
  const isWhole =
    !(filter.state || filter.due || filter.contact) && page.data?.total === page.data?.calls.length;
  const ended = useEnded(key, page.data, isWhole);
  const open = query.value.get("open");
  const [accountId = "", symbol = ""] = open?.split(":") ?? [];
  const isEnded = (call: Call): boolean => ended.includes(call);
  const rows = page.data === undefined ? undefined : [...page.data.calls, ...ended];
  return (
    <div class={open === null ? "" : "with-panel"}>
      <section>
        <h1>{shell.views.calls}</h1>
        <Chips page={page.data} />
        <Filters />
        <Staleness polled={page} />
        <Totals page={page.data} filter={filter} />
        <Table
          caption={shell.views.calls}
          columns={columnsOf(isEnded)}
          rows={rows}
          keyOf={idOf}
          classOf={(call) => classOf(call, open, isEnded(call))}
          empty={
            (page.data?.total ?? 0) > 0
              ? texts.value.common.nothing
              : Object.keys(filter).length === 0
                ? words.none
                : words.noneHere
          }
          skeletonRows={8}
        />
        <Pages total={page.data?.total ?? 0} offset={offset} />
        <Command
          line={omsLine(["calls", "list"], { ...filter, offset: offset || undefined, limit: pageSize })}
        />
      </section>
      {open !== null && (
        <PositionPanel
          accountId={accountId}
          symbol={symbol}
          userId={page.data?.calls.find((call) => idOf(call) === open)?.userId}
          closed={changedAddress({ open: undefined })}
        />
      )}
    </div>
  );
}

function classOf(call: Call, open: string | null, isEnded: boolean): string | undefined {
  if (isEnded) return "ended";
  if (idOf(call) === open) return "open";
  return call.state === "recovered" ? "quiet" : undefined;
}

function idOf({ accountId, symbol }: Call): string {
  return `${accountId}:${symbol}`;
}

const shownMs = 60_000;

/**
 * Calls that have left the list, kept for a minute, so that one sees what ended. A call leaves the filters of state, due day and
 * contact without ending, and a page of many for another page, so nothing is kept there.
 */
function useEnded(key: string, page: CallPage | undefined, isWhole: boolean): readonly Call[] {
  const last = useRef<{ readonly key: string; readonly calls: readonly Call[] }>(undefined);
  const [ended, setEnded] = useState<readonly Call[]>([]);
  useEffect(() => {
    if (page === undefined) return;
    const before = last.current?.key === key ? last.current.calls : undefined;
    last.current = isWhole ? { key, calls: page.calls } : undefined;
    const present = new Set(page.calls.map(idOf));
    const left = isWhole ? (before?.filter((call) => !present.has(idOf(call))) ?? []) : [];
    setEnded((all) =>
      before === undefined ? [] : [...all.filter((call) => !present.has(idOf(call))), ...left],
    );
    if (left.length > 0)
      setTimeout(() => setEnded((all) => all.filter((call) => !left.includes(call))), shownMs);
  }, [key, page, isWhole]);
  return ended;
}

function Chips({ page }: { readonly page: CallPage | undefined }): VNode {
  const { chips } = texts.value.calls;
  const counts = page?.counts;
  const none = { state: undefined, due: undefined, contact: undefined, offset: undefined };
  const all = [
    { name: chips.all, count: counts?.all, set: {} },
    { name: chips.dueToday, count: counts?.dueToday, set: { due: "today" } },
    { name: chips.overdue, count: counts?.overdue, set: { due: "overdue" } },
    { name: chips.forceClose, count: counts?.forceClose, set: { state: "forceClose" } },
    { name: chips.recovered, count: counts?.recovered, set: { state: "recovered" } },
    { name: chips.noContact, count: counts?.withoutContact, set: { contact: "none" } },
  ];
  const parameters = query.value;
  const isChosen = (set: Readonly<Record<string, string>>): boolean =>
    ["state", "due", "contact"].every((name) => (parameters.get(name) ?? undefined) === set[name]);
  return (
    <nav class="chips" aria-label={chips.title}>
      {all.map(({ name, count, set }) => (
        <a
          key={name}
          href={changedAddress({ ...none, ...set })}
          aria-current={isChosen(set) ? "true" : undefined}
        >
          {name} <b>{count === undefined ? "" : formatCount(count)}</b>
        </a>
      ))}
    </nav>
  );
}

const groups = ["STO", "STX", "UPX", "DVX"] as const;
const orders = ["due", "since", "outstanding", "ratio", "account"] as const;

/** The filters that are typed or chosen; they are applied as they change. */
function Filters(): VNode {
  const { calls: words } = texts.value;
  const parameters = query.value;
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <FilterField
        name="symbol"
        label={words.symbol}
        value={parameters.get("symbol") ?? ""}
        unfit={/[^A-Za-z0-9._-]/g}
      />
      <FilterField name="user" label={words.user} value={parameters.get("user") ?? ""} />
      <Choice
        label={words.group}
        values={["", ...groups] as const}
        value={groups.find((each) => each === parameters.get("group")) ?? ""}
        nameOf={(each) => (each === "" ? words.chips.all : texts.value.groups[each])}
        onChoose={(group) => applyFilter("group", group)}
      />
      <Choice
        label={words.order}
        values={orders}
        value={orders.find((each) => each === parameters.get("order")) ?? "due"}
        nameOf={(each) => words.orders[each]}
        onChoose={(order) => applyFilter("order", order)}
      />
    </form>
  );
}

type TotalsProps = { readonly page: CallPage | undefined; readonly filter: CallQuery };

function Totals({ page, filter }: TotalsProps): VNode {
  const { calls: words } = texts.value;
  const [isFailed, setFailed] = useState(false);
  const total = (name: string, value: number | undefined): VNode => (
    <span>
      {name} <b>{value === undefined ? "" : formatCount(value)}</b>
    </span>
  );
  const download = async (): Promise<void> => {
    setFailed(!(await downloadCsv(filter)));
  };
  return (
    <p class="totals">
      {total(words.shown, page?.total)}
      {total(words.outstanding, page?.outstanding)}
      {total(words.needed, page?.needed)}
      <button type="button" class="link" onClick={download}>
        CSV
      </button>
      {isFailed && (
        <span role="status" class="force-close">
          {words.csvFailed}
        </span>
      )}
    </p>
  );
}

/** Downloads the calls that a filter leaves. Asks with the token, which a plain link could not send, and hands the answer to the browser as a file. */
async function downloadCsv(filter: CallQuery): Promise<boolean> {
  try {
    const { response, data } = await api.peek().operator.GET("/operator/v0/calls", {
      params: { query: filter },
      headers: { Accept: "text/csv" },
      // As bytes, since a text would lose its byte order mark, by which Excel sees UTF-8.
      parseAs: "blob",
    });
    if (!response.ok || data === undefined) return false;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(data);
    link.download = `calls-${toLocalInput(nowMs.peek()).slice(0, 10)}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    return true;
  } catch {
    return false;
  }
}

function columnsOf(isEnded: (call: Call) => boolean): readonly Column<Call>[] {
  const { calls: words } = texts.value;
  return [
    text(
      words.account,
      (call) => (
        <Opener id={idOf(call)} href={changedAddress({ open: idOf(call) })} name={call.accountId}>
          {call.userId}
        </Opener>
      ),
      "top-left",
    ),
    text(
      words.symbol,
      ({ symbol, quantity }) => (
        <>
          <strong>{symbol}</strong>
          <small class="quiet">{formatCount(quantity)}</small>
        </>
      ),
      "bottom-left",
    ),
    number(words.since, ({ openedAt }) => formatMoment(openedAt), "roomy"),
    number(
      words.due,
      (call) => (isEnded(call) ? <span class="quiet">{words.ended}</span> : <Due {...call} />),
      "bottom-right",
    ),
    text(words.ratioBar, (call) => <RatioBar {...call} />, "below"),
    number(words.ratio, ({ dealRatio, state }) => (
      <span class={state === "forceClose" ? "force-close" : ""}>{formatRatio(dealRatio)}</span>
    )),
    outstandingColumn(),
    priceColumn(),
    text(words.lastContact, LastContact, "roomy"),
  ];
}

function LastContact({ lastContact }: Call): VNode {
  if (lastContact === null) return <span class="quiet">{texts.value.calls.noContactYet}</span>;
  return (
    <>
      {describeContact(lastContact)}
      <small class="quiet">
        {formatMoment(lastContact.time)} {lastContact.by}
      </small>
    </>
  );
}

function Pages({ total, offset }: { readonly total: number; readonly offset: number }): VNode | null {
  const { calls: words } = texts.value;
  if (total <= pageSize && offset === 0) return null;
  const to = (start: number): string => changedAddress({ offset: start === 0 ? undefined : String(start) });
  return (
    <nav class="pages" aria-label={words.pages}>
      {offset > 0 && <a href={to(Math.max(0, offset - pageSize))}>{words.earlier}</a>}
      <span>
        {words.range(
          formatCount(Math.min(offset + 1, total)),
          formatCount(Math.min(offset + pageSize, total)),
          formatCount(total),
        )}
      </span>
      {offset + pageSize < total && <a href={to(offset + pageSize)}>{words.further}</a>}
    </nav>
  );
}
