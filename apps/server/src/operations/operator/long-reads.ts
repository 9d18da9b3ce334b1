/** Reads that take long: each leaves other work its turn and ends with its caller, and few run at once. */
import type { Context } from "hono";
import { Refusal } from "../../http/errors.ts";
import type { AppEnv } from "../../http/request-context.ts";
import type { TradingServices } from "../../services.ts";

/** Runs a read, which calls `yieldToEventLoop` every few milliseconds. What that throws ends it. */
type RunLongRead = <Result>(
  c: Context<AppEnv>,
  read: (yieldToEventLoop: () => Promise<void>) => Promise<Result>,
) => Promise<Result>;

/** Limits an operation to one read of a viewer at a time, and to a few of all. Others are asked to try again. */
export function limitLongReads(
  { yieldToEventLoop }: Pick<TradingServices, "yieldToEventLoop">,
  readsMax = 2,
): RunLongRead {
  const viewers = new Set<string>();
  return async (c, read) => {
    const viewer = c.get("userId");
    const { signal } = c.req.raw;
    if (viewers.has(viewer) || viewers.size >= readsMax) throw new Refusal({ code: "too_busy" });
    viewers.add(viewer);
    try {
      return await read(async () => {
        await yieldToEventLoop?.();
        if (signal.aborted) throw new Refusal({ code: "too_busy" });
      });
    } finally {
      viewers.delete(viewer);
    }
  };
}
