import { describe, expect, test } from "vitest";
import { openMetrics } from "../runtimes/node/observe/metrics.ts";
import { createMetrics } from "../runtimes/workers/metrics.ts";
import { parseExposition } from "../testing/parse-exposition.ts";

describe.each([
  ["on Node", openMetrics],
  ["on Workers", createMetrics],
] as const)("the metrics of %s", (_runtime, create) => {
  test("count by operation and status", async () => {
    const metrics = create();
    metrics.count("getMarginRatio", 200, 1);
    metrics.count("getMarginRatio", 200, 1);
    metrics.count("getMarginRatio", 401, 1);
    metrics.count("other", 404, 1);
    expect(parseExposition(await metrics.render()).get("oms_requests_total")).toEqual({
      type: "counter",
      samples: [
        { name: "oms_requests_total", labels: { operation: "getMarginRatio", status: "200" }, value: 2 },
        { name: "oms_requests_total", labels: { operation: "getMarginRatio", status: "401" }, value: 1 },
        { name: "oms_requests_total", labels: { operation: "other", status: "404" }, value: 1 },
      ],
    });
  });

  test("are valid Prometheus text before the first request", async () => {
    const families = parseExposition(await create().render());
    expect([...families.keys()]).toEqual([
      "oms_requests_total",
      "oms_request_duration_seconds",
      "oms_open_streams",
    ]);
  });

  test("tell how many streams are open", async () => {
    const metrics = create();
    metrics.countOpenStreams("companion.streamLive", 1);
    metrics.countOpenStreams("companion.streamLive", 1);
    metrics.countOpenStreams("companion.streamLive", -1);
    expect(parseExposition(await metrics.render()).get("oms_open_streams")).toEqual({
      type: "gauge",
      samples: [{ name: "oms_open_streams", labels: { operation: "companion.streamLive" }, value: 1 }],
    });
  });

  test("put a duration on a bound into that bound's bucket, with cumulative buckets", async () => {
    const metrics = create();
    for (const durationMs of [0, 1, 1.001, 5, 10_000, 10_001, 86_400_000])
      metrics.count("a", 200, durationMs);
    const { samples } = parseExposition(await metrics.render()).get("oms_request_duration_seconds") ?? {
      samples: [],
    };
    const at = (le: string): number | undefined => samples.find(({ labels }) => labels["le"] === le)?.value;
    expect([at("0.001"), at("0.005"), at("5"), at("10"), at("+Inf")]).toEqual([2, 4, 4, 5, 7]);
    expect(samples.find(({ name }) => name.endsWith("_sum"))?.value).toBeCloseTo(86_420.008_001, 6);
  });

  test("stay well-formed for any operation name", async () => {
    const operation = 'a"b\\c\nd\\n{x="1"} 5';
    const metrics = create();
    metrics.count(operation, 200, 1);
    const { samples } = parseExposition(await metrics.render()).get("oms_requests_total") ?? { samples: [] };
    expect(samples).toEqual([{ name: "oms_requests_total", labels: { operation, status: "200" }, value: 1 }]);
  });
});

describe("the Prometheus parser of these tests", () => {
  test.each([
    ["a family that comes twice", "# HELP a A.\n# TYPE a gauge\na 1\n# HELP a A.\n# TYPE a gauge\na 2\n"],
    ["a series that comes twice", "# HELP a A.\n# TYPE a gauge\na 1\na 1\n"],
    ["a family without a type", "# HELP a A.\na 1\n"],
    ["a label that is not escaped", '# HELP a A.\n# TYPE a gauge\na{b="c"d"} 1\n'],
    ["a figure of another family", "# HELP a A.\n# TYPE a gauge\nb 1\n"],
    ["something that is no number", "# HELP a A.\n# TYPE a gauge\na one\n"],
    ["an end without a line feed", "# HELP a A.\n# TYPE a gauge\na 1"],
    [
      "buckets that shrink",
      '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
    ],
    [
      "a last bucket that is not the count",
      '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 1\na_bucket{le="+Inf"} 1\na_sum 1\na_count 2\n',
    ],
  ])("rejects %s", (_what, text) => {
    expect(() => parseExposition(text)).toThrow();
  });
});
