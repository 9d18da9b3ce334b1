/** The live stream: one a tab, open while the tab is visible, since a browser opens few connections to one origin. */
import { effect, signal } from "@preact/signals";
import { type LiveEvent, type LiveOptions, live } from "@trading-oms/client/live";
import type { MarketState } from "@trading-oms/types/companion";
import { useEffect, useRef } from "preact/hooks";
import { api } from "./api.ts";
import { correctClock, heardAtMs, nowMs, serverTimeOf, streamHeardAtMs } from "./clock.ts";
import { token } from "./session.ts";

/** The state of the market; undefined until the stream has said it. */
export const market = signal<MarketState | undefined>(undefined);

/** The service pings every 15 s. */
export const streamSilenceMsMax = 20_000;

type Wanted = Pick<LiveOptions, "symbols" | "fields">;

const nothing: Wanted = {};
const wanted = signal<Wanted>(nothing);
const isVisible = signal(true);
const listeners = new Set<(event: LiveEvent) => void>();

const pauseMs = 5_000;

export function startStream(): void {
  const look = (): void => {
    isVisible.value = !document.hidden;
  };
  look();
  streamHeardAtMs.value = Date.now();
  document.addEventListener("visibilitychange", look);
  effect(() => {
    if (!isVisible.value || token.value === undefined) return;
    const stopping = new AbortController();
    void follow(wanted.value, stopping.signal);
    return () => stopping.abort();
  });
  // What a silent stream said last is no state of the market.
  effect(() => {
    if (nowMs.value - serverTimeOf(streamHeardAtMs.peek()) > streamSilenceMsMax) market.value = undefined;
  });
}

async function follow(what: Wanted, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      for await (const event of live(api.peek().client, { ...what, signal: stopping })) {
        heardAtMs.value = Date.now();
        if (event.event === "hello") correctClock(event.data.time);
        if (event.event === "market") market.value = event.data;
        for (const listener of listeners) listener(event);
      }
    } catch {
      // Polling says what is wrong; the stream only tries again.
      await new Promise((settle) => setTimeout(settle, pauseMs));
    }
  }
}

/** Follows a symbol as long as the component is shown. */
export function useQuotes(symbol: string | undefined, listener: (event: LiveEvent) => void): void {
  const current = useRef(listener);
  current.current = listener;
  useEffect(() => {
    if (symbol === undefined) return;
    const listen = (event: LiveEvent): void => current.current(event);
    listeners.add(listen);
    wanted.value = { symbols: [symbol], fields: "depth" };
    return () => {
      listeners.delete(listen);
      wanted.value = nothing;
    };
  }, [symbol]);
}
