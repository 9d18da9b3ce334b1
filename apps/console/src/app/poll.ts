/** What a view asks every second, as long as it can be seen, or shortly after the last key. */
import { signal } from "@preact/signals";
import { ApiError } from "@trading-oms/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { token } from "./session.ts";

/** The last good answer, and what went wrong since. */
export type Polled<Data> = {
  readonly data: Data | undefined;
  /** When the data was last confirmed, by the page's clock. */
  readonly atMs: number;
  /** Set while no good answer comes. The data before it is kept. */
  readonly failure: ApiError | undefined;
};

/** A question: the options of an operation, of which the first page is asked where it has several. */
type Question<Data> = {
  readonly queryKey: readonly unknown[];
  readonly initialPageParam?: number;
  readonly queryFn: (context: { readonly signal: AbortSignal; readonly pageParam: number }) => Promise<Data>;
};

type Options = {
  readonly everyMs?: number;
  /** Keeps the data of the question before until the next is answered. */
  readonly keepsLast?: boolean;
  /** Asks nothing while false. */
  readonly isOn?: boolean;
};

const acts = signal(0);
const waitMsMax = 10_000;

/** Asks everything again at once, after an act. */
export function askAgain(): void {
  acts.value += 1;
}

/** Asks a question every second and whenever the page is shown again. */
export function usePoll<Data>(question: Question<Data>, options: Options = {}): Polled<Data> {
  const { initialPageParam: pageParam = 0 } = question;
  const key = JSON.stringify(question.queryKey);
  const { everyMs = 1_000, keepsLast = false, isOn = true } = options;
  const [state, setState] = useState<Polled<Data> & { readonly key: string }>({
    key,
    data: undefined,
    atMs: 0,
    failure: undefined,
  });
  const asking = useRef(question);
  asking.current = question;
  const actCount = acts.value;
  const session = token.value;
  useEffect(() => {
    if (!isOn || session === undefined) return;
    const stopping = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let text: string | undefined;
    let atMs = 0;
    let failures = 0;
    let isAsking = false;
    const askOnce = async (): Promise<void> => {
      clearTimeout(timer);
      if (document.hidden || isAsking) return;
      isAsking = true;
      try {
        const data = await asking.current.queryFn({ signal: stopping.signal, pageParam });
        if (stopping.signal.aborted) return;
        atMs = Date.now();
        const last = text;
        text = JSON.stringify(data);
        // What has not changed renders nothing.
        if (text !== last) setState({ key, data, atMs, failure: undefined });
        else if (failures > 0) setState((before) => ({ ...before, atMs, failure: undefined }));
        failures = 0;
      } catch (thrown) {
        if (stopping.signal.aborted) return;
        failures += 1;
        const failure = asApiError(thrown);
        setState((last) => ({
          key,
          data: keepsLast || last.key === key ? last.data : undefined,
          atMs: atMs || last.atMs,
          failure,
        }));
      } finally {
        isAsking = false;
      }
      timer = setTimeout(askOnce, failures === 0 ? everyMs : Math.min(everyMs * 2 ** failures, waitMsMax));
    };
    const onVisible = (): void => void askOnce();
    document.addEventListener("visibilitychange", onVisible);
    void askOnce();
    return () => {
      clearTimeout(timer);
      stopping.abort();
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [key, isOn, everyMs, keepsLast, actCount, session]);
  const isCurrent = state.key === key;
  return {
    data: isCurrent || keepsLast ? state.data : undefined,
    atMs: state.atMs,
    failure: isCurrent ? state.failure : undefined,
  };
}

/** Runs `ask` a pause after `about` changed, and aborts it when `about` changes again or the component goes. */
export function usePaused(
  pauseMs: number,
  about: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<void>,
): void {
  useEffect(() => {
    const stopping = new AbortController();
    const timer = setTimeout(() => void ask(stopping.signal), pauseMs);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, about);
}

/** Everything that is thrown as an `ApiError`. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError({ kind: "unexpected", message: String(thrown), cause: thrown });
}
