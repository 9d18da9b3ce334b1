/** The figures of a position, each opening its formula with the numbers put in. */
import type { ExplainedFigure, Position } from "@trading-oms/types/companion";
import type { ComponentChildren, VNode } from "preact";
import { formatCount, formatNumber, formatPrice, formatRate, formatRatio } from "../text/format.ts";
import { texts } from "../text/text.ts";
import { PriceAge } from "./ages.tsx";
import { type Fact, Facts } from "./facts.tsx";
import { RatioBar } from "./ratio-bar.tsx";

type PositionFiguresProps = { readonly position: Position; readonly figures: readonly ExplainedFigure[] };

export function PositionFigures({ position, figures }: PositionFiguresProps): VNode {
  const { position: words } = texts.value;
  /** A fact; `explained` names the figure of the explanation that it is. */
  const fact = (name: string, value: ComponentChildren, explained?: string): Fact => {
    const figure = figures.find((each) => each.name === explained);
    const shown = <strong>{value}</strong>;
    if (figure === undefined) return [name, shown];
    return [
      name,
      <details key={name}>
        <summary>{shown}</summary>
        <Formula figure={figure} />
      </details>,
    ];
  };
  const price = (value: number | null): string => (value === null ? "–" : formatPrice(value));
  const isShort = position.dealRatio < position.marginCallRate;
  const first = [
    fact(words.quantity, formatCount(position.quantity)),
    fact(words.averagePrice, formatPrice(position.averagePrice)),
    fact(
      words.price,
      <span class={position.isStale ? "quiet" : ""}>
        <PriceAge atMs={position.priceTime} /> {formatPrice(position.price)}
      </span>,
    ),
    fact(
      words.dealRatio,
      <span class={isShort ? position.state : ""}>{formatRatio(position.dealRatio)}</span>,
      "dealRatio",
    ),
    fact(words.rates, `${formatRate(position.marginCallRate)} · ${formatRate(position.forceCloseRate)}`),
    fact(words.needed, formatCount(position.amountNeeded), "neededVnd"),
    fact(words.covered, formatCount(position.covered)),
  ];
  const others = [
    fact(words.outstanding, formatCount(position.outstanding)),
    fact(words.marketValue, formatCount(position.marketValue), "marketVnd"),
    fact(words.unrealized, formatCount(position.unrealizedResult), "unrealizedVnd"),
    fact(words.posted, formatCount(position.posted)),
    fact(words.callPrice, price(position.callPrice), "callTrigger"),
    fact(words.forceClosePrice, price(position.forceClosePrice), "forceCloseTrigger"),
  ];
  return (
    <>
      <RatioBar {...position} />
      <Facts facts={first} />
      <details class="others">
        <summary>{words.others}</summary>
        <Facts facts={others} />
      </details>
    </>
  );
}

/** The formula in names, and the same with numbers. */
function Formula({ figure: { formula, inputs } }: { readonly figure: ExplainedFigure }): VNode {
  const names: Readonly<Record<string, string>> = texts.value.inputs;
  const calculation = formula.replace(/^none where /, texts.value.position.noneWhere);
  const put = (write: (name: string, value: number) => string): string =>
    inputs.reduce(
      (text, { name, value }) => text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), write(name, value)),
      calculation,
    );
  return (
    <p class="formula">
      {put((name) => names[name] ?? name)}
      <br />
      {put((_, value) => (value < 0 ? `(${formatNumber(value)})` : formatNumber(value)))}
    </p>
  );
}
