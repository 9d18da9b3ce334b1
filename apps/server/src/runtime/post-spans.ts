/** How spans are sent, and for how long it is tried. */
export type PostSettings = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attemptCountMax: number;
  readonly attemptMsMax: number;
  /** Waited before the second attempt, and twice as long before each other. */
  readonly backoffMs: number;
  readonly backoffMsMax: number;
};

/** What came of it. A collector may take a part; what was thrown or answered last is for the log. */
export type PostOutcome =
  | { readonly kind: "taken"; readonly refusedCount: number }
  | { readonly kind: "failed"; readonly status?: number; readonly thrown?: unknown };

/** What sending needs of its runtime. */
export type PostWorld = {
  readonly fetch: typeof fetch;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  /** Gives up, wherever it stands. */
  readonly signal: AbortSignal;
};

/** The answers after which the protocol has one try again. */
const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Sends spans to a collector by OTLP over HTTP; whatever happens is told and nothing is thrown. */
export async function postSpans(
  body: string,
  settings: PostSettings,
  world: PostWorld,
): Promise<PostOutcome> {
  let backoffMs = settings.backoffMs;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptPost(body, settings, world);
    if (outcome.kind === "taken" || !outcome.isPassing) return outcome;
    if (attempt >= settings.attemptCountMax || world.signal.aborted) return outcome;
    const askedMs = outcome.askedMs ?? 0;
    try {
      await world.wait(Math.min(Math.max(backoffMs, askedMs), settings.backoffMsMax), world.signal);
    } catch {
      return outcome;
    }
    backoffMs *= 2;
  }
}

type Attempt =
  | Extract<PostOutcome, { kind: "taken" }>
  | (Extract<PostOutcome, { kind: "failed" }> & {
      readonly isPassing: boolean;
      readonly askedMs?: number | undefined;
    });

async function attemptPost(
  body: string,
  { url, headers, attemptMsMax }: PostSettings,
  { fetch, now, signal }: PostWorld,
): Promise<Attempt> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(attemptMsMax)]),
    });
    const text = await response.text();
    if (response.ok) return { kind: "taken", refusedCount: readRefusedCount(text) };
    const { status } = response;
    const askedMs = readRetryAfter(response.headers.get("retry-after"), now());
    return { kind: "failed", status, isPassing: passingStatuses.has(status), askedMs };
  } catch (thrown) {
    return { kind: "failed", thrown, isPassing: true };
  }
}

function readRefusedCount(text: string): number {
  try {
    const count = Number(JSON.parse(text).partialSuccess?.rejectedSpans ?? 0);
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  } catch {
    // An answer that can't be read was a success all the same.
    return 0;
  }
}

/** Seconds or a date; nonsense asks for nothing. */
function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return waitMs > 0 ? waitMs : undefined;
}
