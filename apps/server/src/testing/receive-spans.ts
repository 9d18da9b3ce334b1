import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A span as a collector reads it. */
type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly flags: number;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status?: { readonly code: number };
};

type Attribute = {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string };
};

/** One request that the collector received. */
type ReceivedBatch = {
  readonly path: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly resource: readonly Attribute[];
  readonly spans: readonly ReceivedSpan[];
  readonly text: string;
};

/** The answer of the collector; `hang` never answers. */
export type CollectorAnswer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | "hang";

/** Starts a collector that receives spans by OTLP over HTTP and answers with `answerTo`. */
export async function receiveSpans(
  answerTo: (index: number) => CollectorAnswer = () => ({ status: 200 }),
): Promise<{
  readonly endpoint: string;
  readonly batches: ReceivedBatch[];
}> {
  const batches: ReceivedBatch[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = (await json(incoming)) as {
      resourceSpans: [{ resource: { attributes: Attribute[] }; scopeSpans: [{ spans: ReceivedSpan[] }] }];
    };
    const [{ resource, scopeSpans }] = body.resourceSpans;
    const { url: path, headers } = incoming;
    const text = JSON.stringify(body);
    batches.push({ path, headers, resource: resource.attributes, spans: scopeSpans[0].spans, text });
    const answer = answerTo(batches.length - 1);
    if (answer === "hang") return;
    outgoing.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
    outgoing.end(answer.body ?? "{}");
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, batches };
}
