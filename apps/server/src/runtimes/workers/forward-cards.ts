import type { Failure } from "../../failure.ts";
import { areChunksTooSmall, checkBodyHeaders, createPaceCheck, usualPace } from "../../http/body-bytes.ts";
import { renderFailure } from "../../http/failures.ts";
import { languageOf } from "../../http/operation.ts";
import type { Log } from "../../log-and-trace.ts";
import { cardPaths } from "../../operations/specified/parse-id-card/handler.ts";
import { cardBodyBytesMax } from "../../operations/specified/parse-id-card/images.ts";
import { checkReaderSecret, forwardedHeaders } from "../forwarded-cards.ts";
import type { SettingsOf } from "../settings.ts";
import { wait } from "./base-services.ts";
import { type Environment, readBinding, service } from "./settings.ts";

/** A server that reads cards, including their printed text, which takes OCR. */
export type CardReader = {
  readonly url: string;
  readonly secret: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
};

/** Reads where cards are forwarded to, by a service if one is bound as CARD_READER; undefined if no URL is set. */
export function readCardReader(
  environment: Environment,
  { cardReaderUrl: url, cardReaderSecret: secret }: SettingsOf<"cards">,
  faults: string[],
): CardReader | undefined {
  if (url === undefined) {
    if (secret !== undefined || environment["CARD_READER"] !== undefined)
      faults.push("CARD_READER_URL is needed to forward cards.");
    return undefined;
  }
  if (secret === undefined) faults.push(`CARD_READER_SECRET ${checkReaderSecret("")}`);
  if (environment["IMAGES"] !== undefined) {
    faults.push("IMAGES is not for a Worker that forwards cards: the server that reads them keeps images.");
  }
  const kind = { name: "CARD_READER", method: "fetch", ...service };
  const bound = readBinding<Pick<CardReader, "fetch">>(environment, kind, faults);
  return {
    url: `${url.replace(/\/+$/, "")}${cardPaths[0]}`,
    secret: secret ?? "",
    fetch: (address, init) => bound?.fetch(address, init) ?? fetch(address, init),
  };
}

/** The rate limit key of a forwarded card, and the ids for logs and traces on both sides. */
type ForwardedFrom = {
  readonly sender: string;
  readonly requestId: string;
  readonly traceParent: string;
};

type ForwardingWorld = { readonly reader: CardReader; readonly log: Log };

/** The reader has 10 s for a card after the end of its body; the rest is for waiting and transfer. */
const answerMsMax = 15_000;

type ForwardedAnswer = ReturnType<typeof renderFailure>;

/** Streams the body to the reader and returns its answer. Of the caller's headers only the language is forwarded. */
export async function forwardCard(
  request: Request,
  { sender, requestId, traceParent }: ForwardedFrom,
  { reader, log }: ForwardingWorld,
): Promise<ForwardedAnswer> {
  const refused = checkBodyHeaders(request.headers, cardBodyBytesMax);
  if (refused !== undefined) return renderFailure(refused);
  const passage = passBody(request);
  const logUnavailable = (notes: Readonly<Record<string, string | number>>, thrown?: unknown): void =>
    log({
      level: "error",
      event: "forwarding a card failed",
      requestId,
      operation: "parseIdCard",
      notes,
      thrown,
    });
  try {
    const response = await reader.fetch(reader.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Accept-Language": languageOf(request.headers.get("accept-language") ?? ""),
        [forwardedHeaders.secret]: reader.secret,
        [forwardedHeaders.sender]: sender,
        "X-Request-Id": requestId,
        traceparent: traceParent,
      },
      body: passage.body,
      // A redirect must not carry the secret to another host.
      redirect: "manual",
      signal: passage.signal,
      // A streamed body requires it; the type lacks it.
      ...{ duplex: "half" },
    });
    const answer = await takeAnswer(response);
    if (answer !== undefined) return answer;
    logUnavailable({ status: response.status });
  } catch (thrown) {
    const failure = passage.failure();
    // The caller is at fault, not the reader.
    if (failure !== undefined && failure.code !== "card_decoder_unavailable") return renderFailure(failure);
    logUnavailable({}, thrown);
  } finally {
    passage.stop();
  }
  return renderFailure({ code: "card_decoder_unavailable" });
}

/** Forwards a body with the same limits as a body that is read here. */
function passBody({ body, headers }: Request) {
  const ending = new AbortController();
  const deadline = new AbortController();
  let failure: Failure | undefined;
  const refuse = (why: Failure): void => {
    failure ??= why;
    ending.abort();
  };
  const declaredBytes = Number(headers.get("content-length"));
  let byteCount = 0;
  let chunkCount = 0;
  let waitsFor: "sender" | "reader" = "reader";
  const isSlow = createPaceCheck(usualPace, declaredBytes);
  const pacing = setInterval(() => {
    if (isSlow(byteCount))
      refuse({ code: waitsFor === "sender" ? "body_timeout" : "card_decoder_unavailable" });
  }, usualPace.windowMs);
  const awaitAnswer = (): void => {
    clearInterval(pacing);
    wait(answerMsMax, deadline.signal).then(
      () => refuse({ code: "card_decoder_unavailable" }),
      () => {},
    );
  };
  const source = body?.getReader();
  if (source === undefined) awaitAnswer();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    waitsFor = "sender";
    const read = await source?.read().catch(() => undefined);
    waitsFor = "reader";
    if (read?.done === true) {
      awaitAnswer();
      return controller.close();
    }
    chunkCount += 1;
    byteCount += read?.value.length ?? 0;
    if (read === undefined) refuse({ code: "body_timeout" });
    else if (byteCount > cardBodyBytesMax) refuse({ code: "body_too_large", bytesMax: cardBodyBytesMax });
    else if (areChunksTooSmall(chunkCount, byteCount)) refuse({ code: "chunks_too_small" });
    else return controller.enqueue(read.value);
    // The rest of the body is discarded.
    source?.cancel().catch(() => {});
    controller.error(new Error("The body is not passed on any further."));
  };
  return {
    // Reads a chunk only when the reader asks for one, so that `waitsFor` names the side that is slow.
    body: source === undefined ? null : new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 }),
    signal: ending.signal,
    failure: () => failure,
    stop: () => {
      clearInterval(pacing);
      deadline.abort();
    },
  };
}

/** The documented statuses of the operation, apart from those for token and path. */
const statuses = [200, 400, 408, 413, 415, 429, 500, 503] as const;

/** Converts the reader's answer; undefined if it did not come from our server, but for example from a gateway. */
async function takeAnswer(response: Response): Promise<ForwardedAnswer | undefined> {
  const { headers } = response;
  const status = statuses.find((each) => each === response.status);
  if (status === undefined || !headers.get("content-type")?.startsWith("application/json")) {
    await response.body?.cancel();
    return undefined;
  }
  const body = await response.text();
  if (!isOfOurs(status, body)) return undefined;
  const retryAfter = headers.get("retry-after");
  const language = headers.get("content-language");
  return {
    status,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      ...(retryAfter !== null && { "Retry-After": retryAfter }),
      ...((language === "en" || language === "vi") && {
        "Content-Language": language,
        Vary: "Authorization, Accept-Language",
      }),
    },
    body,
  };
}

function isOfOurs(status: number, body: string): boolean {
  try {
    const told = JSON.parse(body) as Readonly<Record<string, unknown>>;
    return status === 200 ? typeof told["success"] === "boolean" : told["status"] === status;
  } catch {
    return false;
  }
}
