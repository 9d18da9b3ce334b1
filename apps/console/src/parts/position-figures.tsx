/** The figures of a position, each opening its formula with the numbers put in. */
import type { ExplainedFigure, Position } from "@trading-oms/types/companion";
import type { ComponentChildren, VNode } from "preact";
import { formatCount, formatNumber, formatPrice, formatRate, formatRatio } from "../text/format.ts";
import { texts } from "../text/text.ts";
import { PriceAge } from "./ages.tsx";
import { RatioBar } from "./ratio-bar.tsx";

type Line = {
  readonly name: string;
  readonly value: ComponentChildren;
  /** The figure of the explanation that this is. */
  readonly explained?: string;
};

export function PositionFigures({
  position,
  figures,
}: {
  readonly position: Position;
  readonly figures: readonly ExplainedFigure[];
}): VNode {
  const { position: words } = texts.value;
  const price = (value: number | null): string => (value === null ? "–" : formatPrice(value));
  const isShort = position.dealRatio < position.marginCallRate;
  const first: Line[] = [
    { name: words.quantity, value: formatCount(position.quantity) },
    { name: words.averagePrice, value: formatPrice(position.averagePrice) },
    {
      name: words.price,
      value: (
        <span class={position.isStale ? "quiet" : ""}>
          <PriceAge atMs={position.priceTime} /> {formatPrice(position.price)}
        </span>
      ),
    },
    {
      name: words.dealRatio,
      value: <span class={isShort ? position.state : ""}>{formatRatio(position.dealRatio)}</span>,
      explained: "dealRatio",
    },
    {
      name: words.rates,
      value: `${formatRate(position.marginCallRate)} · ${formatRate(position.forceCloseRate)}`,
    },
    { name: words.needed, value: formatCount(position.amountNeeded), explained: "neededVnd" },
    { name: words.covered, value: formatCount(position.covered) },
  ];
  const others: Line[] = [
    { name: words.outstanding, value: formatCount(position.outstanding) },
    { name: words.marketValue, value: formatCount(position.marketValue), explained: "marketVnd" },
    { name: words.unrealized, value: formatCount(position.unrealizedResult), explained: "unrealizedVnd" },
    { name: words.posted, value: formatCount(position.posted) },
    { name: words.callPrice, value: price(position.callPrice), explained: "callTrigger" },
    { name: words.forceClosePrice, value: price(position.forceClosePrice), explained: "forceCloseTrigger" },
  ];
  return (
    <>
      <RatioBar {...position} />
      <Lines lines={first} figures={figures} />
      <details class="others">
        <summary>{words.others}</summary>
        <Lines lines={others} figures={figures} />
      </details>
    </>
  );
}

function Lines({
  lines,
  figures,
}: {
  readonly lines: readonly Line[];
  readonly figures: readonly ExplainedFigure[];
}): VNode {
  return (
    <dl class="figures">
      {lines.map(({ name, value, explained }) => {
        const figure = figures.find((each) => each.name === explained);
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {figure === undefined ? (
                <strong>{value}</strong>
              ) : (
                <details>
                  <summary>
                    <strong>{value}</strong>
                  </summary>
                  <Formula figure={figure} />
                </details>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The formula in names, and the same with numbers. */
function Formula({ figure: { formula, inputs } }: { readonly figure: ExplainedFigure }): VNode {
  const names: Readonly<Record<string, string>> = texts.value.inputs;
  const put = (write: (name: string, value: number) => string): string =>
    inputs.reduce(
      (text, { name, value }) => text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), write(name, value)),
      formula,
    );
  return (
    <p class="formula">
      {put((name) => names[name] ?? name)}
      <br />
      {put((_, value) => (value < 0 ? `(${formatNumber(value)})` : formatNumber(value)))}
    </p>
  );
}
