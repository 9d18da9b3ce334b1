/** What would be called, closed and needed if prices were others, as one moves them. */
import type { ApiError } from "@trading-oms/client";
import type { Shock, ShockAccount, ShockBin } from "@trading-oms/types/operator";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { api } from "../../app/api.ts";
import { Choice } from "../../app/choice.tsx";
import { nowMs } from "../../app/clock.ts";
import { asApiError, usePaused } from "../../app/poll.ts";
import { addressOf, changedAddress, go, query } from "../../app/routes.ts";
import { axisOf, Chart, countsOf, type Draw } from "../../parts/chart.tsx";
import { accountColumn, userColumn } from "../../parts/columns.tsx";
import { Command } from "../../parts/command.tsx";
import { Title } from "../../parts/facts.tsx";
import { omsLine } from "../../parts/shell-line.ts";
import { type Column, number, Table, text } from "../../parts/table.tsx";
import { describeFailure } from "../../text/describe-failure.ts";
import { formatCount, formatRate, formatSecond, formatSigned } from "../../text/format.ts";
import { texts } from "../../text/text.ts";
import {
  isWhole,
  marketPercent,
  type Row,
  readScenario,
  requestOf,
  type Scenario,
  scopes,
  writeScenario,
} from "./scenario.ts";

export function WhatIf(): VNode {
  const { shell, whatIf: words } = texts.value;
  const scenario = readScenario(query.value);
  const { shock, failure, atMs, ask } = useShock(scenario);
  return (
    <>
      <h1>{shell.views["what-if"]}</h1>
      <form class="scenario" onSubmit={(event) => event.preventDefault()}>
        <MarketMove {...scenario} />
        <Rows {...scenario} />
        <div class="buttons">
          <button
            type="button"
            disabled={scenario.rows.length >= rowsMax}
            onClick={() => change({ rows: [...scenario.rows, { scope: "symbol", name: "", value: "" }] })}
          >
            {words.addRow}
          </button>
          <button type="button" onClick={() => change({ all: "", rows: [] })}>
            {words.clear}
          </button>
          <button type="button" onClick={ask}>
            {words.askAgain}
          </button>
          {atMs > 0 && <span class="quiet">{words.asOf(formatSecond(atMs))}</span>}
        </div>
      </form>
      {failure !== undefined && (
        <p class="notice" role="status">
          {describeFailure(failure)}
        </p>
      )}
      {/* What was answered before is of another scenario while this one is refused. */}
      {(shock !== undefined || failure === undefined) && (
        <div class={failure === undefined ? "" : "outdated"}>
          <Figures shock={shock} />
          {shock !== undefined && <Histogram bins={shock.histogram} />}
          <Title name={words.worst} />
          <Table
            caption={words.worst}
            columns={worstColumns()}
            rows={shock?.worst}
            keyOf={({ accountId }) => accountId}
            empty={words.noAccount}
          />
        </div>
      )}
      <Command line={commandOf(scenario)} />
    </>
  );
}

const rowsMax = 50;

function change(changes: Partial<Scenario>): void {
  const scenario = { ...readScenario(query.peek()), ...changes };
  go(changedAddress(writeScenario(scenario)), { replaces: true });
}

/** The slider and the field of the whole market. */
function MarketMove({ all }: Scenario): VNode {
  const { whatIf: words } = texts.value;
  const percent = marketPercent({ all });
  return (
    <>
      <label class="slider">
        {words.market}
        <input
          type="range"
          min={-30}
          max={10}
          step={0.5}
          value={percent ?? 0}
          onInput={({ currentTarget }) => change({ all: currentTarget.value })}
        />
      </label>
      <label class="percent">
        <span class="hidden">{words.marketPercent}</span>
        <input
          class="number"
          inputMode="decimal"
          value={all}
          placeholder="0"
          aria-invalid={percent === undefined}
          onInput={({ currentTarget }) => change({ all: currentTarget.value.trim() })}
        />
        %
      </label>
      {percent === undefined && <p class="force-close">{words.notAPercent}</p>}
    </>
  );
}

/** What may be named where there are few names. */
type Known = Readonly<Partial<Record<Row["scope"], readonly string[]>>>;

const fewNames: Known = {
  exchange: ["HOSE", "HNX", "UPCOM", "DERIVATIVES"],
  group: ["STO", "STX", "UPX", "DVX"],
};

/** The industries of the first instruments, and of those that the search finds by what is typed. */
function useIndustries(rows: readonly Row[]): readonly string[] {
  const [known, setKnown] = useState<readonly string[]>([]);
  const typed = rows.filter(({ scope }) => scope === "industry").map(({ name }) => name.trim());
  const term = typed.find((name) => !known.includes(name));
  usePaused(200, [term], async (signal) => {
    if (term === undefined) return;
    const query = { limit: 500, ...(term === "" ? {} : { query: term }) };
    // Without an answer the name is typed without suggestions.
    const list = await api
      .peek()
      .operator.listInstruments({ ...query, signal })
      .catch(() => undefined);
    const found = list?.instruments.flatMap(({ industry }) => industry ?? []) ?? [];
    setKnown((last) => [...new Set([...last, ...found])].toSorted((one, other) => one.localeCompare(other)));
  });
  return known;
}

/** The rows of exchanges, industries, groups and symbols. */
function Rows({ rows }: Scenario): VNode {
  const { whatIf: words } = texts.value;
  const industry = useIndustries(rows);
  const known: Known = { ...fewNames, industry };
  const examples = { ...words.examples, industry: industry[0] ?? "" };
  const changeRow = (at: number, changes: Partial<Row>): void =>
    change({ rows: rows.map((row, each) => (each === at ? { ...row, ...changes } : row)) });
  return (
    <>
      {rows.map((row, at) => {
        const isPrice = row.scope === "price";
        const isFaulty = row.value !== "" && row.name !== "" && !isWhole(row);
        return (
          <fieldset key={at}>
            <legend class="hidden">{words.row(at + 1)}</legend>
            <Choice
              label={words.scope}
              isLabelHidden
              values={scopes}
              value={row.scope}
              nameOf={(each) => words.scopes[each]}
              onChoose={(scope) => changeRow(at, { scope })}
            />
            <input
              aria-label={words.name}
              placeholder={examples[row.scope]}
              list={row.scope in known ? `known-${row.scope}` : undefined}
              value={row.name}
              onInput={({ currentTarget }) => changeRow(at, { name: currentTarget.value })}
            />
            <span class="percent">
              <input
                class="number"
                aria-label={isPrice ? words.price : words.percent}
                inputMode="decimal"
                value={row.value}
                aria-invalid={isFaulty}
                onInput={({ currentTarget }) =>
                  changeRow(at, { value: currentTarget.value.replaceAll(":", "") })
                }
              />
              {isPrice ? "" : "%"}
            </span>
            {isFaulty && <span class="force-close">{isPrice ? words.notAPrice : words.notAPercent}</span>}
            <button
              type="button"
              class="link"
              onClick={() => change({ rows: rows.filter((_, each) => each !== at) })}
            >
              {words.removeRow}
            </button>
          </fieldset>
        );
      })}
      {Object.entries(known).map(([scope, names]) => (
        <datalist key={scope} id={`known-${scope}`}>
          {names.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      ))}
    </>
  );
}

type Asked = { readonly shock?: Shock; readonly failure?: ApiError | undefined; readonly atMs: number };

/** Asks for the scenario shortly after its last change; an answer of an earlier one is dropped. */
function useShock(scenario: Scenario): Asked & { readonly ask: () => void } {
  const pauseMs = 60;
  const [asked, setAsked] = useState<Asked>({ atMs: 0 });
  const [round, setRound] = useState(0);
  const body = requestOf(scenario);
  const key = JSON.stringify(body);
  usePaused(pauseMs, [key, round], async (signal) => {
    if (body === undefined) return;
    try {
      const shock = await api.peek().operator.shockPrices(body, { signal });
      if (!signal.aborted) setAsked({ shock, atMs: nowMs.peek() });
    } catch (thrown) {
      if (!signal.aborted) setAsked((last) => ({ ...last, failure: asApiError(thrown) }));
    }
  });
  return { ...asked, ask: () => setRound(round + 1) };
}

const figureNames = ["called", "forceClose", "needed", "outstanding", "marketValue"] as const;
type FigureLine = {
  readonly name: (typeof figureNames)[number];
  readonly from: number;
  readonly to: number;
};

function Figures({ shock }: { readonly shock: Shock | undefined }): VNode {
  const { whatIf: words } = texts.value;
  const lines =
    shock && figureNames.map((name) => ({ name, from: shock.before[name], to: shock.after[name] }));
  const title = shock && words.positions(formatCount(shock.positionCount), formatCount(shock.movedCount));
  const columns: readonly Column<FigureLine>[] = [
    text(title ?? "", ({ name }) => words.figures[name], "top-left"),
    number(words.now, ({ from }) => formatCount(from), "bottom-left"),
    number(words.moved, ({ to }) => <strong>{formatCount(to)}</strong>, "top-right"),
    number(words.change, ({ from, to }) => formatSigned(to - from), "bottom-right"),
  ];
  return (
    <Table
      caption={words.title}
      rows={lines}
      keyOf={({ name }) => name}
      classOf={({ from, to }) => (from === to ? "same" : undefined)}
      columns={columns}
    />
  );
}

const drawHistogram: Draw = (colourOf, plot) => {
  const axis = axisOf(colourOf);
  const bars = plot.paths.bars?.({ size: [0.9, 60], align: 1 });
  const nameOf = (from: number): string => (from < 0 ? "< 0%" : formatRate(from));
  return {
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: (_, __, high) => [0, Math.max(1, high * 1.1)] } },
    axes: [
      { ...axis, size: 28, grid: { show: false }, values: (_, splits) => splits.map(nameOf) },
      countsOf(axis, 60),
    ],
    series: [
      { fill: colourOf("quiet", 0.35), width: 0, ...(bars && { paths: bars }) },
      { stroke: colourOf("act"), fill: colourOf("act", 0.12), width: 2, ...(bars && { paths: bars }) },
    ],
  };
};

function Histogram({ bins }: { readonly bins: readonly ShockBin[] }): VNode {
  const { whatIf: words } = texts.value;
  const data = useMemo(() => {
    // What lies below 0 stands left of the first range.
    const width = Math.max(0.01, (bins[2]?.from ?? 0) - (bins[1]?.from ?? 0));
    return [
      bins.map(({ from }) => from ?? (bins[1]?.from ?? 0) - width),
      bins.map(({ currentCount }) => currentCount),
      // No outline for nothing.
      bins.map(({ movedCount }) => movedCount || null),
    ] as [number[], number[], (number | null)[]];
  }, [bins]);
  const nameOf = ({ from }: ShockBin): string =>
    from === null ? words.belowZero : words.from(formatRate(from));
  const columns: readonly Column<ShockBin>[] = [
    text(words.ratio, nameOf, "top-left"),
    number(words.now, ({ currentCount }) => formatCount(currentCount), "bottom-right"),
    number(words.moved, ({ movedCount }) => formatCount(movedCount), "top-right"),
  ];
  return (
    <section>
      <Title name={words.histogram}>
        <span class="quiet">
          <i class="key now" /> {words.now} <i class="key then" /> {words.moved}
        </span>
      </Title>
      <Chart label={words.histogram} data={data} draw={drawHistogram} height={180}>
        <Table caption={words.histogram} rows={bins} keyOf={({ from }) => String(from)} columns={columns} />
      </Chart>
    </section>
  );
}

function worstColumns(): readonly Column<ShockAccount>[] {
  const { whatIf: words } = texts.value;
  return [
    accountColumn(({ accountId }) => addressOf("accounts", { account: accountId })),
    userColumn(),
    number(
      words.calledPositions,
      (row) => `${formatCount(row.calledBefore)} → ${formatCount(row.calledAfter)}`,
    ),
    number(words.outstandingNow, (row) => formatCount(row.outstandingBefore), "bottom-right"),
    number(words.outstandingThen, (row) => <strong>{formatCount(row.outstandingAfter)}</strong>, "top-right"),
  ];
}

/** The command that gives the same figures. */
function commandOf(scenario: Scenario): string | undefined {
  const request = requestOf(scenario);
  if (request === undefined) return undefined;
  const textOf = (rows: readonly object[] | undefined) =>
    rows && rows.length > 0 ? JSON.stringify(rows) : undefined;
  return omsLine(["prices", "shock"], { percents: textOf(request.percents), prices: textOf(request.prices) });
}
