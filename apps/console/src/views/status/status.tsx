/** Who watches, whether prices arrive, what the store is, the sessions and versions. */
import type { Status as DeskStatus, ExchangeSession, Watcher } from "@trading-oms/types/operator";
import type { VNode } from "preact";
import { nowMs } from "../../app/clock.ts";
import { useStatus } from "../../app/questions.ts";
import { market } from "../../app/stream.ts";
import { Staleness } from "../../parts/ages.tsx";
import { Command, curlLine } from "../../parts/command.tsx";
import { type Fact, Facts } from "../../parts/facts.tsx";
import { omsLine } from "../../parts/shell-line.ts";
import { type Column, number, Table, text } from "../../parts/table.tsx";
import { formatCount, formatDuration, formatFull, formatMoment } from "../../text/format.ts";
import { texts } from "../../text/text.ts";

const shardCount = 64;

export function Status(): VNode {
  const { shell, status: words } = texts.value;
  const polled = useStatus();
  const status = polled.data;
  const watcherColumns: readonly Column<Watcher>[] = [
    text(words.server, ({ name }) => name, "top-left"),
    number(words.shards, ({ shards }) => `${shards} / ${shardCount}`, "top-right"),
  ];
  const sessionColumns: readonly Column<ExchangeSession>[] = [
    text(words.exchange, ({ exchange }) => shell.exchanges[exchange], "top-left"),
    text(words.session, ({ session }) => shell.sessions[session], "bottom-left"),
    number(
      words.changes,
      ({ changesAt }) => (changesAt === null ? words.never : formatMoment(changesAt)),
      "top-right",
    ),
  ];
  return (
    <>
      <h1>{shell.views.status}</h1>
      <Staleness polled={polled} />
      {status !== undefined && status.unwatchedShards > 0 && (
        <p class="notice force-close">{words.unwatched(status.unwatchedShards, shardCount)}</p>
      )}
      {status !== undefined && <Parts status={status} />}
      <div class="columns">
        <section>
          <h2>{words.watchers}</h2>
          <Table
            caption={words.watchers}
            rows={status?.watchers}
            keyOf={({ name }) => name}
            empty={words.noWatchers}
            columns={watcherColumns}
          />
          <Command line={omsLine(["watch", "status"])} />
        </section>
        <section>
          <h2>{words.sessions}</h2>
          <Table
            caption={words.sessions}
            rows={status?.exchanges}
            keyOf={({ exchange }) => exchange}
            columns={sessionColumns}
          />
          <p class="quiet">
            {words.holidays}:{" "}
            {market.value === undefined
              ? "–"
              : market.value.holidays.slice(0, 5).join(", ") || words.noHolidays}
          </p>
          <Command line={curlLine`/companion/v0/market`} />
        </section>
      </div>
    </>
  );
}

function Parts({ status }: { readonly status: DeskStatus }): VNode {
  const { status: words } = texts.value;
  const { feed, store, figures, counts } = status;
  const time = (atMs: number | null): string => (atMs === null ? "–" : formatFull(atMs));
  const parts: readonly (readonly [title: string, facts: readonly Fact[]])[] = [
    [
      words.service,
      [
        [words.version, status.version],
        [words.instance, status.instance],
        [words.started, formatFull(status.startedAt)],
        [words.runs, formatDuration(nowMs.value - status.startedAt)],
        [words.due, words.dueRule(status.callDueBy, status.callDueDays)],
      ],
    ],
    [
      words.feed,
      [
        [
          words.state,
          <span class={feed.status === "alive" ? "covered" : "force-close"}>{words.feeds[feed.status]}</span>,
        ],
        [words.silentSince, time(feed.silentSince)],
        [words.prices, feed.status === "none" ? "–" : feed.isSimulated ? words.simulated : words.real],
        [words.newestPrice, time(figures.newestPriceTime)],
        [words.oldestPrice, time(figures.oldestPriceTime)],
      ],
    ],
    [
      words.store,
      [
        [words.engine, store.engine === "sqlite" ? "SQLite" : "PostgreSQL"],
        [words.schema, formatCount(store.schemaVersion)],
        [words.catalog, formatCount(store.catalogVersion)],
        [words.rates, formatCount(store.ratesVersion)],
        [words.holidaysVersion, formatCount(store.holidaysVersion)],
      ],
    ],
    [
      words.day,
      [
        [words.opened, formatCount(counts.opened)],
        [words.ended, formatCount(counts.ended)],
        [words.accounts, formatCount(figures.accountCount)],
        [words.positions, formatCount(figures.positionCount)],
      ],
    ],
  ];
  return (
    <>
      <div class="parts">
        {parts.map(([title, facts]) => (
          <section key={title}>
            <h2>{title}</h2>
            <Facts facts={facts} />
          </section>
        ))}
      </div>
      <Command line={curlLine`/operator/v0/status`} />
    </>
  );
}
