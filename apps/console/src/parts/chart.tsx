/** A chart on a canvas, drawn by uPlot, which is loaded with the first one. Beside it stands a table of its values. */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import { theme } from "../app/preferences.ts";
import { formatCount, formatMinute } from "../text/format.ts";
import { texts } from "../text/text.ts";

/** Names of the custom properties that hold colours. */
type Colour = "called" | "force-close" | "act" | "quiet" | "line" | "ink" | "ceiling" | "floor" | "reference";

type Plot = typeof uPlot;

type ColourOf = (name: Colour, alpha?: number) => string;

/** What is particular to a chart: its scales, its axes below and beside it, and its lines over the same places. */
type Drawing = Pick<uPlot.Options, "scales" | "axes" | "series" | "cursor">;

/** Draws a chart in the colours of the theme. */
export type Draw = (colourOf: ColourOf, plot: Plot) => Drawing;

type Axis = Pick<uPlot.Axis, "stroke" | "ticks" | "font" | "grid">;

/** What all axes have in common. */
export function axisOf(colourOf: ColourOf): Axis {
  return {
    stroke: colourOf("quiet"),
    ticks: { show: false },
    font: "12px system-ui",
    grid: { stroke: colourOf("line"), width: 1 },
  };
}

/** An axis of whole numbers. */
export function countsOf(axis: Axis, size: number): uPlot.Axis {
  const write = (value: number): string => (Number.isInteger(value) ? formatCount(value) : "");
  return { ...axis, size, values: (_, splits) => splits.map(write) };
}

/** The axis below a chart over time: the exchanges' time, at whole minutes. */
export function minutesOf(axis: Axis): uPlot.Axis {
  return {
    ...axis,
    size: 28,
    space: 64,
    grid: { show: false },
    incrs: [60, 120, 300, 600, 900, 1_800, 3_600, 7_200],
    values: (_, splits) => splits.map((at) => formatMinute(at * 1_000)),
  };
}

type ChartProps = {
  readonly label: string;
  readonly data: uPlot.AlignedData;
  readonly draw: Draw;
  readonly height: number;
  /** What `draw` depends on besides the theme. */
  readonly shape?: string;
  /** The values as a table. */
  readonly children: ComponentChildren;
};

export function Chart({ label, data, draw, height, shape = "", children }: ChartProps): VNode {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const latest = useRef(data);
  latest.current = data;
  const [isFailed, setFailed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const chosenTheme = theme.value;
  useEffect(() => {
    const holder = place.current;
    if (holder === null) return;
    let isGone = false;
    const resized = new ResizeObserver(() => {
      if (holder.clientWidth > 0) plot.current?.setSize({ width: holder.clientWidth, height });
    });
    const render = async (): Promise<void> => {
      const { default: Plot } = await import("uplot");
      if (isGone) return;
      setFailed(false);
      plot.current?.destroy();
      const { series, ...drawing } = draw((name, alpha) => readColour(holder, name, alpha), Plot);
      const options = {
        legend: { show: false },
        cursor: { y: false, points: { show: false } },
        ...drawing,
        series: [{}, ...series.map((each) => ({ points: { show: false }, ...each }))],
        width: holder.clientWidth,
        height,
      };
      plot.current = new Plot(options, latest.current, holder);
      resized.observe(holder);
    };
    // The table has the values too.
    const again = (): void => void render().catch(() => setFailed(true));
    again();
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", again);
    return () => {
      isGone = true;
      scheme.removeEventListener("change", again);
      resized.disconnect();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [chosenTheme, shape, height]);
  useEffect(() => plot.current?.setData(data), [data]);
  return (
    <figure class="chart">
      {/* The height is kept free, so that nothing moves when the chart comes. */}
      <div ref={place} style={{ height: `${height}px` }} role="img" aria-label={label} />
      <details open={isOpen || isFailed} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{texts.value.common.asTable}</summary>
        {(isOpen || isFailed) && children}
      </details>
    </figure>
  );
}

/** The colour that a custom property has here; the browser chooses between light and dark. */
function readColour(holder: HTMLElement, name: Colour, alpha = 1): string {
  holder.style.color = `var(--${name})`;
  const { color } = getComputedStyle(holder);
  holder.style.color = "";
  return alpha === 1 ? color : color.replace(/^rgb\((.*)\)$/, `rgba($1, ${alpha})`);
}
