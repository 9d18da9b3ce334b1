/** A broker: the application with its services in this process, reached by `fetch`. */
import { createApp, openFailingApp, operatorContract, servedContracts } from "@trading-oms/server/in-process";
import type { Broker, BrokerOptions, CardFields } from "./broker.ts";
import { cardReaderOf } from "./cards.ts";
import { Faults } from "./faults.ts";
import { openServices } from "./services.ts";

/** Opens a broker with the demonstration's catalog and accounts. */
export async function createBroker(options: BrokerOptions = {}): Promise<Broker> {
  const contracts = [...servedContracts, operatorContract];
  const faults = new Faults(contracts);
  const closing = new AbortController();
  let card: CardFields | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const { services, catchUp, move, user } = await openServices(options, {
    readCard: () => cardReaderOf(card),
    draining: closing.signal,
    // Prices move ten times a second while there are streams, and otherwise when a request brings them up to its time.
    onStreams: (count) => {
      clearInterval(timer);
      // What fails is tried again, and fails the next request too.
      timer = count > 0 ? setInterval(() => void catchUp().catch(() => {}), 100) : undefined;
    },
  });
  const app = createApp(services, contracts);
  const failing = openFailingApp(services);
  const answer = async (request: Request): Promise<Response> => {
    const { delayMs, failure } = faults.take(request);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (failure !== undefined) return failing(failure, request);
    await catchUp();
    return app.fetch(request);
  };
  return {
    fetch: async (input, init) => {
      if (closing.signal.aborted) throw new TypeError("The broker is closed.");
      // A request of a frame is none of this page's class.
      const isRequest = typeof input === "object" && "url" in input;
      const request = new Request(isRequest ? input : new URL(input, "http://broker"), init);
      request.signal.throwIfAborted();
      return abortable(request, answer(request));
    },
    user,
    fail: (operation, status, { times = Number.POSITIVE_INFINITY } = {}) =>
      faults.fail(operation, status, times),
    delay: (milliseconds, operation) => faults.delay(milliseconds, operation),
    card: (fields) => {
      card = fields;
    },
    market: { move },
    close: async () => {
      closing.abort();
      clearInterval(timer);
    },
  };
}

/** Rejects as soon as the request is given up, as `fetch` does, and breaks a body off that has no end. */
async function abortable({ signal }: Request, answering: Promise<Response>): Promise<Response> {
  const givenUp = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  const response = await Promise.race([answering, givenUp]);
  const { body, status, headers } = response;
  if (!headers.get("content-type")?.startsWith("text/event-stream")) return response;
  return new Response(body?.pipeThrough(new TransformStream(), { signal }) ?? null, { status, headers });
}
