/** Has the labels `operation` and `status`. */
export const requestsTotal = {
  name: "oms_requests_total",
  help: "Requests by operation and status.",
} as const;

/** Has the label `operation`; its buckets are in seconds. */
export const requestDurations = {
  name: "oms_request_duration_seconds",
  help: "Duration of requests in seconds, until the response or the end of the stream.",
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
};

/** Has the label `operation`. */
export const openStreams = {
  name: "oms_open_streams",
  help: "Streams of events that are open.",
} as const;
