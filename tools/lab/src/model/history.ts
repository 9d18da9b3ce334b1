/** The history of a run: an event when a request is sent and one when it ends, in the order in which the clients saw them. */

/** `fail` changed nothing. `unknown` may have: its answer was lost, or the server did not know it either. */
type Outcome = "ok" | "fail" | "unknown";

export type HistoryEvent = {
  readonly kind: "invoke" | Outcome;
  readonly atMs: number;
  readonly requestId: string;
  /** What the request is about: an account, a user or an operation. */
  readonly subject: string;
  readonly text: string;
};

/** The places of a request in the history. */
export type Span = { readonly invokedAt: number; readonly settledAt: number };

const textLengthMax = 110;

/** Records that a request is sent. The returned function records its end; without an answer the status is 0. */
export function recordRequest(
  history: HistoryEvent[],
  request: Pick<HistoryEvent, "requestId" | "subject" | "text">,
): (status: number, body: string) => Span {
  const record = (kind: HistoryEvent["kind"], text: string): number =>
    history.push({ ...request, kind, text, atMs: Date.now() }) - 1;
  const invokedAt = record("invoke", request.text);
  return (status, body) => {
    const text = `${status} ${body.replaceAll(/\s+/g, " ").slice(0, textLengthMax)}`;
    return { invokedAt, settledAt: record(outcomeOf({ status, body }), text) };
  };
}

/** The outcome of an answer. A connection that was refused, a busy account and a rejection changed nothing. */
export function outcomeOf({ status, body }: { readonly status: number; readonly body: string }): Outcome {
  if (status === 200) return body.startsWith('{"status":"failed"') ? "fail" : "ok";
  const isRejected = status >= 400 && status < 500;
  return isRejected || (status === 0 && body === "refused") || isBusy(status, body) ? "fail" : "unknown";
}

/** Whether a server did not begin, because of too many requests or too many changes of the account. */
export function isBusy(status: number, body: string): boolean {
  return status === 503 && body.includes("too much to do");
}

/** One line for each event, with the seconds since the first. */
export function renderHistory(history: readonly HistoryEvent[]): string[] {
  const beganMs = history[0]?.atMs ?? 0;
  return history.map((event) => renderEvent(event, beganMs));
}

function renderEvent({ kind, atMs, requestId, subject, text }: HistoryEvent, beganMs: number): string {
  const time = ((atMs - beganMs) / 1_000).toFixed(3).padStart(8);
  return `${time} s  ${kind.padEnd(7)}  ${requestId.padEnd(16)}  ${subject.padEnd(11)}  ${text}`;
}

const besideCount = 2;
const shownMax = 14;

/** Renders the events of a subject from the first to the last of some requests, with those just before and after. */
export function excerptHistory(
  history: readonly HistoryEvent[],
  subject: string,
  spans: readonly Span[],
): string[] {
  if (spans.length === 0) return [];
  const places = spans.flatMap(({ invokedAt, settledAt }) => [invokedAt, settledAt]);
  const ofSubject = [...history.entries()].filter(([, event]) => event.subject === subject);
  const from = ofSubject.findIndex(([place]) => place >= Math.min(...places));
  const to = ofSubject.findLastIndex(([place]) => place <= Math.max(...places));
  const around = ofSubject.slice(Math.max(0, from - besideCount), to + 1 + besideCount);
  const beganMs = history[0]?.atMs ?? 0;
  const lines = around.map(([, event]) => renderEvent(event, beganMs));
  const half = shownMax / 2;
  if (lines.length <= shownMax) return lines;
  return [...lines.slice(0, half), `... ${lines.length - shownMax} more`, ...lines.slice(-half)];
}
