/** A figure with its name, its line over the day and what is to be said about it. */
import type { ComponentChildren, VNode } from "preact";

type FigureProps = {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly line?: readonly number[] | undefined;
  readonly tone?: string;
};

export function Figure({ name, value, children, line, tone = "" }: FigureProps): VNode {
  return (
    <div class={`figure ${tone}`}>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {line !== undefined && <SparkLine values={line} />}
        {children !== undefined && <p class="quiet">{children}</p>}
      </dd>
    </div>
  );
}

const width = 96;
const height = 28;

/** A decoration beside a number that is written out; the chart below has the values as a table. */
function SparkLine({ values }: { readonly values: readonly number[] }): VNode | null {
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * width;
    const y = range === 0 ? height / 2 : height - 2 - ((value - low) / range) * (height - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg class="spark" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <polyline points={points.join(" ")} />
    </svg>
  );
}
