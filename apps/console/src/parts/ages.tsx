/** How old or how near things are, followed each second. */
import type { Call } from "@trading-oms/types/operator";
import type { VNode } from "preact";
import { nowMs, serverTimeOf } from "../app/clock.ts";
import type { Polled } from "../app/poll.ts";
import { describeFailure } from "../text/describe-failure.ts";
import {
  formatDay,
  formatDuration,
  formatMinute,
  formatPrice,
  formatSecond,
  formatWeekday,
} from "../text/format.ts";
import { texts } from "../text/text.ts";

/** After this age a price is shown as old. */
const oldMs = 30_000;

/** Whether a price is to be shown as old: it is no last price, or was paid long ago. */
export function isOldPrice(atMs: number | null): boolean {
  return atMs === null || nowMs.value - atMs > oldMs;
}

/** The age of a price; a word where it is no last price. */
export function PriceAge({ atMs }: { readonly atMs: number | null }): VNode {
  if (atMs === null) return <span class="quiet">{texts.value.common.reference}</span>;
  const age = formatDuration(nowMs.value - atMs);
  return <span class={isOldPrice(atMs) ? "quiet old" : "quiet"}>{age}</span>;
}

type AgedPriceProps = {
  readonly price: number;
  readonly atMs: number | null;
  /** What the service says of it, where it does. */
  readonly isStale?: boolean;
};

/** A price over its age; grey where it is old. */
export function AgedPrice({ price, atMs, isStale }: AgedPriceProps): VNode {
  const isOld = isStale ?? isOldPrice(atMs);
  return (
    <span class={isOld ? "quiet" : ""}>
      {formatPrice(price)}
      <small>
        <PriceAge atMs={atMs} />
      </small>
    </span>
  );
}

/** When a call is due: counted down within the day, red when past. */
export function Due({ dueAt, due, state }: Pick<Call, "dueAt" | "due" | "state">): VNode {
  const { calls } = texts.value;
  if (state === "recovered") return <span class="quiet">{calls.recovered}</span>;
  if (dueAt === null) return <span class="quiet">{calls.notDue}</span>;
  const leftMs = dueAt - nowMs.value;
  if (leftMs <= 0) {
    return (
      <span class="force-close">
        {dayOf(dueAt)} {formatMinute(dueAt)}
        <br />
        <small>{calls.overdueBy(formatDuration(-leftMs))}</small>
      </span>
    );
  }
  if (due !== "today" && due !== "overdue") return <span>{`${dayOf(dueAt)} ${formatMinute(dueAt)}`}</span>;
  return (
    <span class="called">
      {texts.value.common.today} {formatMinute(dueAt)}
      <br />
      <small>{calls.dueIn(formatDuration(leftMs))}</small>
    </span>
  );
}

/** The weekday within a week around now, else the date. */
function dayOf(atMs: number): string {
  const isNear = Math.abs(atMs - nowMs.value) < 6 * 86_400_000;
  return isNear ? formatWeekday(atMs) : formatDay(atMs);
}

/** Says that what follows it in a panel is old, and why; it is grey then. */
export function Staleness({ polled }: { readonly polled: Polled<unknown> }): VNode | null {
  const { failure, atMs, data } = polled;
  if (failure === undefined) return null;
  const { common } = texts.value;
  return (
    <p class="notice stale" role="status">
      {describeFailure(failure)}{" "}
      {data !== undefined && (
        <>
          {common.asOf(formatSecond(serverTimeOf(atMs)))} ({formatDuration(nowMs.value - serverTimeOf(atMs))})
        </>
      )}
    </p>
  );
}
