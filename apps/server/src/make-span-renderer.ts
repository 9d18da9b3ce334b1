import type { Span } from "./span.ts";

/** What is said of the service once for all its spans, and the paths of its operations by their ids. */
export type SpanSource = {
  readonly serviceName: string;
  readonly serviceVersion: string | undefined;
  readonly routes: Readonly<Record<string, string>>;
};

/** Numbers that the protocol has for what a span is. */
const kinds = { server: 2 } as const;
const codes = { error: 2 } as const;

/** The lowest bit says that the trace is recorded, the others whether its parent is of another process. */
const flags = { ofOwnTrace: 0x101, ofCallersTrace: 0x301 } as const;

/**
 * Makes what writes spans as the JSON of OTLP. It holds what a span holds: no path as it was asked for, no query, no
 * user. What is alike in all spans of an operation is written once.
 */
export function makeSpanRenderer({
  serviceName,
  serviceVersion,
  routes,
}: SpanSource): (spans: readonly Span[]) => string {
  const attributes = [attribute("service.name", serviceName)];
  if (serviceVersion !== undefined) attributes.push(attribute("service.version", serviceVersion));
  const head = `{"resourceSpans":[{"resource":{"attributes":[${attributes.join(",")}]},"scopeSpans":[{"scope":{"name":"trading-oms"},"spans":[`;
  const ofOperations = new Map<string, { readonly name: string; readonly route: string }>();
  return (spans) =>
    `${head}${spans.map((span) => renderSpan(span, knownOf(span.operation))).join(",")}]}]}]}`;

  function knownOf(operation: string) {
    let known = ofOperations.get(operation);
    if (known === undefined) {
      const route = routes[operation];
      known = {
        name: JSON.stringify(operation),
        route: route === undefined ? "" : `,${attribute("http.route", route)}`,
      };
      ofOperations.set(operation, known);
    }
    return known;
  }
}

function renderSpan(
  { trace, method, status, beganAtMs, durationMs }: Span,
  { name, route }: { readonly name: string; readonly route: string },
): string {
  const { traceId, spanId, parentSpanId } = trace;
  const parent =
    parentSpanId === undefined
      ? `"flags":${flags.ofOwnTrace}`
      : `"parentSpanId":"${parentSpanId}","flags":${flags.ofCallersTrace}`;
  const times = `"startTimeUnixNano":"${inNanoseconds(beganAtMs)}","endTimeUnixNano":"${inNanoseconds(beganAtMs + durationMs)}"`;
  const isFailed = status >= 500;
  const failure = isFailed ? `,${attribute("error.type", String(status))}` : "";
  const outcome = isFailed ? `,"status":{"code":${codes.error}}` : "";
  return `{"traceId":"${traceId}","spanId":"${spanId}",${parent},"name":${name},"kind":${kinds.server},${times},"attributes":[${attribute("http.request.method", method)},{"key":"http.response.status_code","value":{"intValue":"${status}"}}${route}${failure}]${outcome}}`;
}

function attribute(key: string, value: string): string {
  return `{"key":"${key}","value":{"stringValue":${JSON.stringify(value)}}}`;
}

/** As a text, because no number holds so many digits; a clock that tells microseconds is as fine as it gets. */
function inNanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1000)}000`;
}
