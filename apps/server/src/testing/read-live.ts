/** Reads streams of events as their readers do. */
import { onTestFinished } from "vitest";
import type { PlannedServer } from "./plan-server.ts";

export type ReadEvent = {
  readonly event: string;
  readonly id: string | undefined;
  readonly retry: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
};

/** A stream that is read event by event. */
export type LiveReading = {
  readonly response: Response;
  /** Everything that came until nothing more came for a moment. */
  readonly settle: () => Promise<ReadEvent[]>;
  readonly leave: () => Promise<void>;
};

/** Opens a stream. Events are taken whenever the test settles. */
export async function openLive(
  server: PlannedServer,
  query: string,
  { token, headers = {} }: { readonly token?: string; readonly headers?: Record<string, string> } = {},
): Promise<LiveReading> {
  const response = await server.fetch(`/companion/v0/live${query}`, {
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let reading: Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> | undefined;
  const leave = async (): Promise<void> => {
    await reader?.cancel();
  };
  onTestFinished(leave);
  return {
    response,
    leave,
    settle: async () => {
      for (;;) {
        reading ??= reader?.read();
        const quiet = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 30));
        const came = await Promise.race([reading, quiet]);
        if (came === undefined) break;
        reading = undefined;
        if (came.done) break;
        text += decoder.decode(came.value, { stream: true });
      }
      const whole = text.slice(0, text.lastIndexOf("\n\n") + 2);
      text = text.slice(whole.length);
      return whole.split("\n\n").filter(Boolean).map(eventOf);
    },
  };
}

/** The answer of a stream with events that were read, as it came. */
export function answerOf({ response }: LiveReading, events: readonly ReadEvent[]): Response {
  const text = events.map(({ event, id, data }) =>
    [
      `event: ${event}`,
      `data: ${JSON.stringify(data)}`,
      ...(id === undefined ? [] : [`id: ${id}`]),
      "",
      "",
    ].join("\n"),
  );
  return new Response(text.join(""), response);
}

function eventOf(block: string): ReadEvent {
  const lineOf = (name: string): string | undefined =>
    block
      .split("\n")
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  return {
    event: lineOf("event") ?? "",
    id: lineOf("id"),
    retry: lineOf("retry"),
    data: JSON.parse(lineOf("data") ?? "{}"),
  };
}
