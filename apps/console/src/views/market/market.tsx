/** The market: search as one types, the quote as a board's row, depth, and the session by minutes, live. */
import type { LiveEvent } from "@trading-oms/client/live";
import type { LiveDepth, LiveInfo, LivePriceLevel, MinutePrice } from "@trading-oms/types/companion";
import type { InstrumentPrice, Rates } from "@trading-oms/types/operator";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { api } from "../../app/api.ts";
import { usePoll } from "../../app/poll.ts";
import { useAudit } from "../../app/questions.ts";
import { addressOf, changedAddress, query } from "../../app/routes.ts";
import { useQuotes } from "../../app/stream.ts";
import { isOldPrice, PriceAge, Staleness } from "../../parts/ages.tsx";
import { axisOf, Chart, type Draw, minutesOf } from "../../parts/chart.tsx";
import { Opener } from "../../parts/columns.tsx";
import { Command, curlLine } from "../../parts/command.tsx";
import { Facts } from "../../parts/facts.tsx";
import { FilterField } from "../../parts/fields.tsx";
import { omsLine } from "../../parts/shell-line.ts";
import { type Column, number, Table, text } from "../../parts/table.tsx";
import {
  formatCount,
  formatMinute,
  formatMoment,
  formatPercent,
  formatPrice,
  formatRate,
  formatSigned,
} from "../../text/format.ts";
import { texts } from "../../text/text.ts";

const listedMax = 50;

export function Market(): VNode {
  const { shell, market: words } = texts.value;
  const term = query.value.get("query") ?? "";
  const symbol = query.value.get("symbol");
  const asked = { limit: listedMax, query: term || undefined };
  const found = usePoll(api.value.deskQueries.listInstruments(asked), { keepsLast: true });
  return (
    <>
      <h1>{shell.views.market}</h1>
      {symbol !== null && <SymbolView key={symbol} symbol={symbol} />}
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <FilterField name="query" label={words.find} value={term} unfit={/\p{Cc}/gu} />
      </form>
      <Staleness polled={found} />
      <Table
        caption={words.instruments}
        columns={instrumentColumns()}
        rows={found.data?.instruments}
        keyOf={(row) => row.symbol}
        classOf={(row) => (row.symbol === symbol ? "open" : undefined)}
        empty={words.noneFound}
        skeletonRows={8}
      />
      <Command line={omsLine(["instruments", "list"], { query: term || undefined })} />
    </>
  );
}

type Band = { readonly reference: number; readonly ceiling: number; readonly floor: number };

/** The colour that every Vietnamese board gives a price. */
function boardColour(price: number | null | undefined, band: Band | undefined): string {
  if (price === null || price === undefined) return "quiet";
  if (band === undefined) return "";
  const { reference, ceiling, floor } = band;
  if (price >= ceiling) return "ceiling";
  if (price <= floor) return "floor";
  if (price === reference) return "reference";
  return price > reference ? "above" : "below";
}

type PriceProps = { readonly value: number | null | undefined; readonly band: Band | undefined };

function Price({ value, band }: PriceProps): VNode {
  return <b class={boardColour(value, band)}>{formatLast(value)}</b>;
}

function formatLast(value: number | null | undefined): string {
  return value == null ? "–" : formatPrice(value);
}

/** The colour of a last price: none of the board where it is old. */
function lastColour(price: number | null | undefined, band: Band | undefined, atMs: number | null): string {
  return isOldPrice(atMs) ? "quiet" : boardColour(price, band);
}

/** How far a price is from the reference, and what part of it that is. */
function formatChange(price: number, reference: number): string {
  // A difference of index points has more digits in binary than on the board.
  const change = Math.round((price - reference) * 1_000) / 1_000;
  return `${formatSigned(change)} (${formatPercent(change / reference)})`;
}

function bandOf({ referencePrice, ceilingPrice, floorPrice }: InstrumentPrice): Band {
  return { reference: referencePrice, ceiling: ceilingPrice, floor: floorPrice };
}

function instrumentColumns(): readonly Column<InstrumentPrice>[] {
  const { market: words, calls } = texts.value;
  return [
    text(
      calls.symbol,
      ({ symbol }) => <Opener id={symbol} href={changedAddress({ symbol })} name={symbol} />,
      "top-left",
    ),
    text(
      words.name,
      ({ name, exchange }) => (
        <>
          {name} <small class="quiet inline">{exchange}</small>
        </>
      ),
      "bottom-left",
    ),
    number(words.ceiling, (row) => <span class="ceiling">{formatPrice(row.ceilingPrice)}</span>),
    number(words.floor, (row) => <span class="floor">{formatPrice(row.floorPrice)}</span>),
    number(words.reference, (row) => <span class="reference">{formatPrice(row.referencePrice)}</span>),
    number(
      words.last,
      (row) => <b class={lastColour(row.price, bandOf(row), row.priceTime)}>{formatLast(row.price)}</b>,
      "top-right",
    ),
    number(
      words.change,
      (row) => (
        <span class={lastColour(row.price, bandOf(row), row.priceTime)}>
          {row.price !== null && formatChange(row.price, row.referencePrice)}
        </span>
      ),
      "bottom-right",
    ),
    number(words.age, ({ priceTime }) => <PriceAge atMs={priceTime} />),
    text(words.source, ({ source }) => words.sources[source]),
  ];
}

type Quote = {
  readonly info?: LiveInfo | undefined;
  readonly depth?: LiveDepth | undefined;
  readonly contract?: string | undefined;
};

function SymbolView({ symbol }: { readonly symbol: string }): VNode {
  const { market: words, common } = texts.value;
  const [quote, setQuote] = useState<Quote>({});
  const [isUnknown, setUnknown] = useState(false);
  // A symbol without a trade and a server without a feed have no quote to send.
  const [isHeard, setHeard] = useState(false);
  useQuotes(symbol, (event: LiveEvent) => {
    if (event.event === "hello") {
      setUnknown(event.data.unknownSymbols.includes(symbol));
      setHeard(true);
    }
    if (event.event !== "quote" || event.data.symbol !== symbol) return;
    const { info, depth, contract, isFull } = event.data;
    setQuote((last) =>
      isFull
        ? { info, depth, contract }
        : { ...last, info: { ...last.info, ...info }, depth: depth ?? last.depth },
    );
  });
  if (isUnknown) return <p class="notice">{words.unknown(symbol)}</p>;
  const { info, depth, contract } = quote;
  const { nomiPrc: reference, ceilPrc: ceiling, floorPrc: floor } = info ?? {};
  const isKnown = reference !== undefined && ceiling !== undefined && floor !== undefined;
  const band = isKnown ? { reference, ceiling, floor } : undefined;
  const price = (value: number | undefined): VNode => <Price value={value} band={band} />;
  const count = (value: number | undefined): string => (value === undefined ? "–" : formatCount(value));
  const last = info?.lsPrc;
  return (
    <section class="symbol" aria-label={symbol}>
      <header class="title">
        <h2>
          {symbol} {contract !== undefined && <small class="quiet">{contract}</small>}
        </h2>
        <a href={changedAddress({ symbol: undefined })}>{texts.value.panel.close}</a>
      </header>
      <div class="quote">
        <p class={`last ${lastColour(last, band, info?.time ?? null)}`}>
          <strong>{last !== undefined ? formatPrice(last) : isHeard ? words.noTrade : common.loading}</strong>{" "}
          {last !== undefined && reference !== undefined && formatChange(last, reference)}
          {info?.tradingSession === "90" && <em class="force-close"> {words.halted}</em>}
        </p>
        <Facts
          kind="board"
          facts={[
            [words.ceiling, price(info?.ceilPrc)],
            [words.floor, price(info?.floorPrc)],
            [words.reference, price(info?.nomiPrc)],
            [words.open, price(info?.openPrc)],
            [words.high, price(info?.highPrc)],
            [words.low, price(info?.lowPrc)],
            [words.volume, count(info?.totVol)],
            [words.value, count(info?.totVal)],
            [words.age, info?.time === undefined ? "–" : <PriceAge atMs={info.time} />],
          ]}
        />
      </div>
      <div class="columns chart-and-depth">
        <Session symbol={symbol} info={info} band={band} />
        <div>
          <Depth depth={depth} band={band} isHeard={isHeard} />
          <RatesOf symbol={contract ?? symbol} />
        </div>
      </div>
    </section>
  );
}

type DepthRow = {
  readonly at: number;
  readonly bid?: LivePriceLevel | undefined;
  readonly ask?: LivePriceLevel | undefined;
};

type DepthProps = {
  readonly depth: LiveDepth | undefined;
  readonly band: Band | undefined;
  readonly isHeard: boolean;
};

function Depth({ depth, band, isHeard }: DepthProps): VNode {
  const { market: words } = texts.value;
  const { bidPriceDepth: bids = [], askPriceDepth: asks = [] } = depth ?? {};
  const length = Math.max(bids.length, asks.length);
  const rows: DepthRow[] = Array.from({ length }, (_, at) => ({ at, bid: bids[at], ask: asks[at] }));
  const price = (level: LivePriceLevel | undefined): VNode | undefined =>
    level && <Price value={level.prc} band={band} />;
  const volume = (level: LivePriceLevel | undefined): string => (level ? formatCount(level.vol) : "");
  const columns: readonly Column<DepthRow>[] = [
    number(words.bidVolume, ({ bid }) => volume(bid), "bottom-left"),
    number(words.bid, ({ bid }) => price(bid), "top-left"),
    number(words.ask, ({ ask }) => price(ask), "top-right"),
    number(words.askVolume, ({ ask }) => volume(ask), "bottom-right"),
  ];
  return (
    <>
      <h3>{words.depth}</h3>
      <Table
        caption={words.depth}
        rows={depth !== undefined || isHeard ? rows : undefined}
        keyOf={({ at }) => String(at)}
        skeletonRows={3}
        empty={words.noDepth}
        isSmall
        columns={columns}
      />
    </>
  );
}

/** The rates that are in force for the symbol, and what is unusual about them. */
function RatesOf({ symbol }: { readonly symbol: string }): VNode {
  const { market: words } = texts.value;
  const { queries, deskQueries } = api.value;
  const polled = usePoll(queries.getMarginRatio(symbol), { everyMs: 10_000 });
  // Where none are set, the symbol is fully paid, and the list is empty.
  const set = usePoll(deskQueries.listRates({ symbol, limit: 1 }), { everyMs: 10_000 }).data?.rates[0];
  const rates = polled.data;
  const shown = (value: number | undefined): string => (value === undefined ? "–" : formatRate(value));
  return (
    <>
      <h3>{words.rates}</h3>
      <Staleness polled={polled} />
      <Facts
        facts={[
          [words.marginRatio, shown(rates?.marginRatio)],
          [words.callRate, shown(rates?.marginCallRate)],
          [words.forceCloseRate, shown(rates?.forceCloseRate)],
        ]}
      />
      {set !== undefined && <Origin rates={set} />}
      {set?.isLendingEnded && <p class="notice">{words.lendingEnded}</p>}
      {set?.warnings.map((warning) => (
        <p key={warning} class="notice">
          {warning}
        </p>
      ))}
      <Command line={curlLine`/api/v1/diagnostics/margin-ratios/${symbol}`} />
      <p>
        <a href={addressOf("calls", { symbol })}>{words.callsOf(symbol)}</a>
      </p>
    </>
  );
}

/** What the rates were set for, when, and by whom. */
function Origin({ rates: { level, name, changedAt } }: { readonly rates: Rates }): VNode {
  const { market: words } = texts.value;
  const entry = useAudit("rates", { from: changedAt, until: changedAt + 1, limit: 1 }).data?.entries[0];
  const about = { chain: "rates", from: String(changedAt), until: String(changedAt + 1) };
  return (
    <p class="quiet">
      {words.setFor[level](name)}, <a href={addressOf("audit", about)}>{formatMoment(changedAt)}</a>
      {entry !== undefined && `, ${entry.actor}`}
    </p>
  );
}

const drawSession: Draw = (colourOf) => {
  const axis = axisOf(colourOf);
  const bounds = ["reference", "ceiling", "floor"] as const;
  return {
    axes: [minutesOf(axis), { ...axis, size: 76, values: (_, splits) => splits.map(formatPrice) }],
    series: [
      { stroke: colourOf("ink"), width: 1.5 },
      ...bounds.map((colour) => ({ stroke: colourOf(colour), width: 1, dash: [4, 4] })),
    ],
  };
};

type SessionProps = {
  readonly symbol: string;
  readonly info: LiveInfo | undefined;
  readonly band: Band | undefined;
};

function Session({ symbol, info, band }: SessionProps): VNode {
  const { market: words, overview } = texts.value;
  const polled = usePoll(api.value.queries.listPrices(symbol), { everyMs: 15_000 });
  const { reference = null, ceiling = null, floor = null } = band ?? {};
  const prices = useMemo(() => withLast(polled.data?.prices ?? [], info), [polled.data, info]);
  const data = useMemo(
    () =>
      [
        prices.map(({ time }) => time / 1_000),
        prices.map(({ close }) => close),
        ...[reference, ceiling, floor].map((bound) => prices.map(() => bound)),
      ] as [number[], number[], ...(number | null)[][]],
    [prices, reference, ceiling, floor],
  );
  const columns: readonly Column<MinutePrice>[] = [
    text(overview.minute, ({ time }) => formatMinute(time), "top-left"),
    number(words.open, ({ open }) => formatPrice(open)),
    number(words.high, ({ high }) => formatPrice(high)),
    number(words.low, ({ low }) => formatPrice(low)),
    number(words.last, ({ close }) => formatPrice(close), "top-right"),
    number(words.volume, ({ volume }) => formatCount(volume), "bottom-right"),
  ];
  return (
    <div>
      <header class="title">
        <h3>{words.session}</h3>
        <span class="quiet">
          <i class="key line-ceiling" /> {words.ceiling} <i class="key line-reference" /> {words.reference}{" "}
          <i class="key line-floor" /> {words.floor}
        </span>
      </header>
      <Staleness polled={polled} />
      {prices.length < 2 ? (
        <p class="empty">{words.noMinutes}</p>
      ) : (
        <Chart label={`${symbol}, ${words.session}`} data={data} draw={drawSession} height={240}>
          <Table
            caption={words.session}
            rows={prices.toReversed()}
            keyOf={({ time }) => String(time)}
            columns={columns}
          />
        </Chart>
      )}
      {polled.data?.completeSince != null && (
        <p class="quiet">{words.completeSince(formatMoment(polled.data.completeSince))}</p>
      )}
      <Command line={omsLine(["prices", "list", symbol])} />
    </div>
  );
}

/** The minutes with the last trade of the stream put in, until they are asked again. */
function withLast(prices: readonly MinutePrice[], info: LiveInfo | undefined): readonly MinutePrice[] {
  const { time, lsPrc } = info ?? {};
  const last = prices.at(-1);
  if (time === undefined || lsPrc === undefined || last === undefined) return prices;
  const minute = Math.floor(time / 60_000) * 60_000;
  if (minute < last.time) return prices;
  if (minute > last.time)
    return [
      ...prices,
      { time: minute, open: lsPrc, high: lsPrc, low: lsPrc, close: lsPrc, volume: info?.lsVol ?? 1 },
    ];
  return [
    ...prices.slice(0, -1),
    { ...last, close: lsPrc, high: Math.max(last.high, lsPrc), low: Math.min(last.low, lsPrc) },
  ];
}
