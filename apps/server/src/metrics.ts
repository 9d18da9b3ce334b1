/** What is counted of the requests, as text for Prometheus. */
export type Metrics = {
  readonly count: (operation: string, status: number, durationMs: number) => void;
  readonly render: () => string;
};
