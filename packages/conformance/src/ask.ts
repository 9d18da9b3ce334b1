import type { Answer, Asked } from "./answer.ts";

/** A request as a claim words it; a value is sent as JSON, a text and bytes as they are. */
export type Question = {
  /** Headers besides; `null` leaves one out that would be sent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The token that goes into the Authorization header. */
  readonly token?: string;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array;
};

/** Asks the deployment; every answer is judged by the document before a claim sees it. */
export type Ask = (method: string, path: string, question?: Question) => Promise<Answer>;

/** Sends a request as it is, and gives the answer as it came. */
export type Wire = (asked: Asked) => Promise<Answer>;

/** What asking takes besides the wire. */
export type AskSettings = {
  readonly wire: Wire;
  readonly judge: (answer: Answer) => void;
  readonly wait: (durationMs: number) => Promise<void>;
};

const waitSecondsMax = 61;
const tryCountMax = 3;

/** Makes what asks: where the deployment has had enough requests for a while, it is asked again when it says so. */
export function makeAsk({ wire, judge, wait }: AskSettings): Ask {
  return async (method, path, question = {}) => {
    const asked = write(method, path, question);
    for (let tryCount = 1; ; tryCount += 1) {
      const answer = await wire(asked);
      judge(answer);
      const seconds = Number(answer.headers.get("retry-after")?.[0] ?? Number.NaN);
      const mayWait =
        (answer.status === 429 || answer.status === 503) && seconds >= 0 && seconds <= waitSecondsMax;
      if (!mayWait || tryCount === tryCountMax) return answer;
      await wait(seconds * 1_000);
    }
  };
}

function write(method: string, path: string, { headers, token, json, text, bytes }: Question): Asked {
  const body = bytes ?? text ?? (json === undefined ? undefined : JSON.stringify(json));
  const all: Readonly<Record<string, string | null>> = {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...headers,
  };
  const sent = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  return { method, path, headers: Object.fromEntries(sent), body };
}
