/** How much is to be collected, what is due, and who is next. */
import type { Call, DayMinutes, DeskMinute, NearPosition, Status } from "@trading-oms/types/operator";
import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { api } from "../../app/api.ts";
import { nowMs } from "../../app/clock.ts";
import { usePoll } from "../../app/poll.ts";
import { useDayMinutes, useStatus } from "../../app/questions.ts";
import { addressOf } from "../../app/routes.ts";
import { Due, Staleness } from "../../parts/ages.tsx";
import { axisOf, Chart, countsOf, type Draw, minutesOf } from "../../parts/chart.tsx";
import { accountColumn, outstandingColumn, priceColumn, symbolColumn } from "../../parts/columns.tsx";
import { Command, curlLine } from "../../parts/command.tsx";
import { Title } from "../../parts/facts.tsx";
import { Figure } from "../../parts/figure.tsx";
import { HeldBack } from "../../parts/held-back.tsx";
import { omsLine } from "../../parts/shell-line.ts";
import { type Column, number, Table, text } from "../../parts/table.tsx";
import {
  formatCount,
  formatDuration,
  formatMinute,
  formatMoment,
  formatPercent,
  formatPrice,
  utcOffsetMs,
} from "../../text/format.ts";
import { texts } from "../../text/text.ts";

const shownCount = 10;

export function Overview(): VNode {
  const { overview, shell } = texts.value;
  const status = useStatus();
  const day = useDayMinutes();
  const { listNearest, listCalls } = api.value.deskQueries;
  const nearest = usePoll(listNearest({ limit: shownCount }));
  const longest = usePoll(listCalls({ order: "since", limit: shownCount }));
  const next = nearest.data?.positions[0];
  return (
    <>
      <h1>{shell.views.overview}</h1>
      <Staleness polled={status} />
      <Figures status={status.data} minutes={day?.minutes} />
      <HeldBack />
      {day !== undefined && <DayChart {...day} />}
      <div class="columns">
        <section>
          <Title name={overview.next}>
            <span class="quiet">{overview.nextBy}</span>
          </Title>
          <Staleness polled={nearest} />
          <Table
            caption={overview.next}
            columns={nearestColumns()}
            rows={nearest.data?.positions}
            keyOf={idOf}
            empty={overview.noneNext}
          />
          <Command line={omsLine(["nearest", "list"], { limit: shownCount })} />
        </section>
        <section>
          <Title name={overview.longest}>
            <a href={addressOf("calls", { order: "since" })}>{overview.allCalls}</a>
          </Title>
          <Staleness polled={longest} />
          <Table
            caption={overview.longest}
            columns={longestColumns()}
            rows={longest.data?.calls}
            keyOf={idOf}
            empty={
              <>
                {overview.noCalls}{" "}
                {next !== undefined &&
                  overview.nearestIs(
                    next.accountId,
                    next.symbol,
                    formatPercent(next.distance),
                    next.quantity > 0,
                  )}
              </>
            }
          />
          <Command line={omsLine(["calls", "list"], { order: "since", limit: shownCount })} />
        </section>
      </div>
    </>
  );
}

type FiguresProps = {
  readonly status: Status | undefined;
  readonly minutes: readonly DeskMinute[] | undefined;
};

function Figures({ status, minutes }: FiguresProps): VNode {
  const { overview } = texts.value;
  const figures = status?.figures;
  const lineOf = (name: "openCalls" | "outstanding" | "dueToday" | "marketValue"): number[] | undefined =>
    minutes?.map((minute) => minute[name]);
  const shown = (value: number | undefined): ComponentChildren =>
    value === undefined ? <span class="blank" /> : formatCount(value);
  const oldest = figures?.oldestPriceTime ?? null;
  return (
    <dl class="four">
      <Figure
        name={overview.openCalls}
        value={shown(figures?.openCalls)}
        line={lineOf("openCalls")}
        tone="called"
      >
        {status &&
          overview.openedEnded(status.counts.opened, status.counts.ended, formatMoment(status.startedAt))}
      </Figure>
      <Figure
        name={overview.outstanding}
        value={shown(figures?.outstanding)}
        line={lineOf("outstanding")}
        tone="called"
      >
        {figures && overview.ofNeeded(formatCount(figures.needed))}
      </Figure>
      <Figure
        name={overview.dueToday}
        value={
          <>
            {shown(figures?.dueToday)}{" "}
            {figures !== undefined && figures.overdue > 0 && (
              <a class="force-close" href={addressOf("calls", { due: "overdue" })}>
                {overview.overdue(figures.overdue)}
              </a>
            )}
          </>
        }
        line={lineOf("dueToday")}
        tone="force-close"
      >
        {status && (status.figures.dueToday > 0 ? <DueToday by={status.callDueBy} /> : overview.noneDue)}
      </Figure>
      <Figure name={overview.marketValue} value={shown(figures?.marketValue)} line={lineOf("marketValue")}>
        {figures && overview.positions(formatCount(figures.positionCount))}
        {oldest !== null && `, ${overview.oldestPrice(formatDuration(nowMs.value - oldest))}`}
      </Figure>
    </dl>
  );
}

/** How long it is until the calls of today are due. */
function DueToday({ by }: { readonly by: string }): VNode {
  const { overview } = texts.value;
  const dayMs = 86_400_000;
  const [hours = 0, minutes = 0] = by.split(":").map(Number);
  const sinceMidnightMs = (nowMs.value + utcOffsetMs) % dayMs;
  const leftMs = (hours * 60 + minutes) * 60_000 - sinceMidnightMs;
  return <>{overview.dueBy(by, formatDuration(Math.max(0, leftMs)))}</>;
}

function idOf({ accountId, symbol }: Call | NearPosition): string {
  return `${accountId}:${symbol}`;
}

function nearestColumns(): readonly Column<NearPosition>[] {
  const { overview } = texts.value;
  return [
    accountColumn(
      ({ accountId, symbol }) => addressOf("accounts", { account: accountId, open: symbol }),
      idOf,
    ),
    symbolColumn(),
    priceColumn(),
    number(overview.callPrice, ({ callPrice }) => formatPrice(callPrice), "bottom-right"),
    number(
      overview.mayMove,
      ({ distance, steps, quantity }) => (
        <>
          {quantity > 0 ? "−" : "+"}
          {formatPercent(distance)} <small class="quiet">{overview.steps(steps)}</small>
        </>
      ),
      "top-right",
    ),
  ];
}

function longestColumns(): readonly Column<Call>[] {
  const { calls } = texts.value;
  return [
    accountColumn((call) => addressOf("calls", { order: "since", open: idOf(call) }), idOf),
    symbolColumn(),
    number(calls.since, ({ openedAt }) => formatMoment(openedAt)),
    number(calls.due, (call) => <Due {...call} />, "bottom-right"),
    outstandingColumn(),
  ];
}

/** Open calls as a line of steps, what is outstanding as an area with an axis of its own. */
const drawDay: Draw = (colourOf, plot) => {
  const axis = axisOf(colourOf);
  const steps = plot.paths.stepped?.({ align: 1 });
  return {
    scales: {
      y: { range: (_, __, high) => [0, Math.max(1, high * 1.15)] },
      vnd: { range: (_, __, high) => [0, Math.max(1, high * 1.3)] },
    },
    axes: [
      minutesOf(axis),
      countsOf(axis, 40),
      { ...countsOf(axis, 100), scale: "vnd", side: 1, grid: { show: false } },
    ],
    series: [
      { scale: "vnd", stroke: colourOf("called", 0.35), fill: colourOf("called", 0.14), width: 1 },
      { stroke: colourOf("called"), width: 2, ...(steps && { paths: steps }) },
    ],
  };
};

function DayChart({ minutes, startedAt }: DayMinutes): VNode {
  const { overview } = texts.value;
  const data = useMemo(
    () =>
      [
        minutes.map(({ time }) => time / 1_000),
        minutes.map(({ outstanding }) => outstanding),
        minutes.map(({ openCalls }) => openCalls),
      ] as [number[], number[], number[]],
    [minutes],
  );
  const columns: readonly Column<DeskMinute>[] = [
    text(overview.minute, ({ time }) => formatMinute(time), "top-left"),
    number(overview.openCalls, ({ openCalls }) => formatCount(openCalls), "bottom-right"),
    outstandingColumn(),
  ];
  return (
    <section>
      <Title name={overview.day}>
        <span class="quiet">
          <i class="key stepped" /> {overview.openCalls} <i class="key area" /> {overview.outstanding} ·{" "}
          {overview.sinceStart(formatMoment(startedAt))}
        </span>
      </Title>
      {minutes.length < 2 ? (
        <p class="empty">{overview.dayBegins}</p>
      ) : (
        <Chart label={overview.day} data={data} draw={drawDay} height={190}>
          <Table
            caption={overview.day}
            rows={minutes.toReversed()}
            keyOf={({ time }) => String(time)}
            columns={columns}
          />
        </Chart>
      )}
      <Command line={curlLine`/operator/v0/minutes`} />
    </section>
  );
}
