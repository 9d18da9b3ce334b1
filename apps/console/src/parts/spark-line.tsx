/** The line of a figure over the day, without axes. */
import type { VNode } from "preact";

const width = 96;
const height = 28;

/** A decoration beside a number that is written out; the chart below has the values as a table. */
export function SparkLine({ values }: { readonly values: readonly number[] }): VNode | null {
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
