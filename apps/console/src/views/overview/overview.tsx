/** How much is to be collected, what is due, and who is next. */
import type { Call, DeskMinute, NearPosition, Status } from "@trading-oms/types/operator";
import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { api, getCalls } from "../../app/api.ts";
import { nowMs } from "../../app/clock.ts";
import { usePoll } from "../../app/poll.ts";
import { useStatus } from "../../app/questions.ts";
import { addressOf } from "../../app/routes.ts";
import { AgedPrice, Due, Staleness } from "../../parts/ages.tsx";
import { axisOf, Chart, type Draw, minutesOf } from "../../parts/chart.tsx";
import { Command, curlLine } from "../../parts/command.tsx";
import { Title } from "../../parts/facts.tsx";
import { Figure } from "../../parts/figure.tsx";
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
  const nearest = usePoll("nearest", (request) =>
    api.value.operator.GET("/operator/v0/nearest", {
      params: { query: { limit: shownCount } },
      ...request,
    }),
  );
  const longest = usePoll("longest", (request) => getCalls({ order: "since", limit: shownCount }, request));
  const next = nearest.data?.positions[0];
  return (
    <>
      <h1>{shell.views.overview}</h1>
      <Staleness polled={status} />
      <Figures status={status.data} />
      {status.data !== undefined && (
        <DayChart minutes={status.data.minutes} startedAt={status.data.startedAt} />
      )}
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
            keyOf={({ accountId, symbol }) => `${accountId} ${symbol}`}
            empty={overview.nobodyNext}
          />
          <Command line={omsLine(["calls", "nearest"], { limit: shownCount })} />
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
            keyOf={({ accountId, symbol }) => `${accountId} ${symbol}`}
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

function Figures({ status }: { readonly status: Status | undefined }): VNode {
  const { overview } = texts.value;
  const figures = status?.figures;
  const lineOf = (name: "openCalls" | "outstanding" | "dueToday" | "marketValue"): number[] | undefined =>
    status?.minutes.map((minute) => minute[name]);
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
        {status && <DueToday by={status.callDueBy} />}
      </Figure>
      <Figure name={overview.marketValue} value={shown(figures?.marketValue)} line={lineOf("marketValue")}>
        {figures && overview.positions(formatCount(figures.positionCount))}
        {oldest !== null && `, ${overview.oldestPrice(formatDuration(nowMs.value - oldest))}`}
      </Figure>
    </dl>
  );
}

/** How long it is until calls of today are due. */
function DueToday({ by }: { readonly by: string }): VNode {
  const { overview } = texts.value;
  const dayMs = 86_400_000;
  const [hours = 0, minutes = 0] = by.split(":").map(Number);
  const sinceMidnightMs = (nowMs.value + utcOffsetMs) % dayMs;
  const leftMs = (hours * 60 + minutes) * 60_000 - sinceMidnightMs;
  return <>{leftMs > 0 ? overview.dueBy(by, formatDuration(leftMs)) : overview.dueWas(by)}</>;
}

function nearestColumns(): readonly Column<NearPosition>[] {
  const { overview, calls } = texts.value;
  return [
    text(
      "account",
      calls.account,
      ({ accountId, symbol }) => (
        <a
          data-opens={`${accountId}:${symbol}`}
          href={addressOf("accounts", { account: accountId, open: symbol })}
        >
          {accountId}
        </a>
      ),
      "top-left",
    ),
    text("symbol", calls.symbol, ({ symbol }) => <strong>{symbol}</strong>, "bottom-left"),
    number("price", calls.price, ({ price, priceTime }) => <AgedPrice price={price} atMs={priceTime} />),
    number("call-price", overview.callPrice, ({ callPrice }) => formatPrice(callPrice), "bottom-right"),
    number(
      "distance",
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
    text(
      "account",
      calls.account,
      ({ accountId, symbol }) => (
        <a
          data-opens={`${accountId}:${symbol}`}
          href={addressOf("calls", { order: "since", open: `${accountId}:${symbol}` })}
        >
          {accountId}
        </a>
      ),
      "top-left",
    ),
    text("symbol", calls.symbol, ({ symbol }) => <strong>{symbol}</strong>, "bottom-left"),
    number("since", calls.since, ({ openedAt }) => formatMoment(openedAt)),
    number("due", calls.due, (call) => <Due {...call} />, "bottom-right"),
    number("outstanding", calls.outstanding, ({ outstanding }) => formatCount(outstanding), "top-right"),
  ];
}

/** Open calls as a line of steps, what is outstanding as an area with an axis of its own. */
const drawDay: Draw = (colourOf, plot) => {
  const axis = axisOf(colourOf);
  return {
    legend: { show: false },
    cursor: { y: false, points: { show: false } },
    scales: {
      y: { range: (_, __, high) => [0, Math.max(1, high * 1.15)] },
      vnd: { range: (_, __, high) => [0, Math.max(1, high * 1.3)] },
    },
    axes: [
      minutesOf(axis),
      {
        ...axis,
        size: 40,
        values: (_, splits) => splits.map((value) => (Number.isInteger(value) ? formatCount(value) : "")),
      },
      {
        ...axis,
        scale: "vnd",
        side: 1,
        size: 100,
        grid: { show: false },
        values: (_, splits) => splits.map((value) => formatCount(value)),
      },
    ],
    series: [
      {},
      {
        scale: "vnd",
        stroke: colourOf("called", 0.35),
        fill: colourOf("called", 0.14),
        width: 1,
        points: { show: false },
      },
      {
        stroke: colourOf("called"),
        width: 2,
        points: { show: false },
        ...(plot.paths.stepped ? { paths: plot.paths.stepped({ align: 1 }) } : {}),
      },
    ],
  };
};

function DayChart({
  minutes,
  startedAt,
}: {
  readonly minutes: readonly DeskMinute[];
  readonly startedAt: number;
}): VNode {
  const { overview, calls } = texts.value;
  const data = useMemo(
    () =>
      [
        minutes.map(({ time }) => time / 1_000),
        minutes.map(({ outstanding }) => outstanding),
        minutes.map(({ openCalls }) => openCalls),
      ] as [number[], number[], number[]],
    [minutes],
  );
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
            columns={[
              text<DeskMinute>(
                "time",
                overview.minute,
                ({ time }: DeskMinute) => formatMinute(time),
                "top-left",
              ),
              number<DeskMinute>(
                "calls",
                overview.openCalls,
                ({ openCalls }) => formatCount(openCalls),
                "top-right",
              ),
              number<DeskMinute>(
                "outstanding",
                calls.outstanding,
                ({ outstanding }) => formatCount(outstanding),
                "bottom-right",
              ),
            ]}
            rows={minutes.toReversed()}
            keyOf={({ time }) => String(time)}
          />
        </Chart>
      )}
      <Command line={curlLine`/operator/v0/status`} />
    </section>
  );
}
