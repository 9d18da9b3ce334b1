/** Where prices come from. */
export type FeedSettings =
  | { readonly kind: "none" }
  | SimulatedSettings
  /** Servers of NATS, each as `nats://host:port`. */
  | { readonly kind: "nats"; readonly servers: readonly string[] };

/** An exchange that is played in this process. */
export type SimulatedSettings = {
  readonly kind: "simulated";
  readonly seed: number;
  /** How much faster than the clock it plays. */
  readonly speed: number;
  /** Whether it keeps the hours of the exchanges, or trades at any. */
  readonly hours: "exchange" | "always";
  /** What its clock says as it starts; undefined leaves that to the hours. */
  readonly startMs: number | undefined;
};

/** The hours that the exchange keeps are those of everybody else as long as its clock is everybody's. */
export function isOnOurClock({ hours, speed, startMs }: SimulatedSettings): boolean {
  return hours === "exchange" && speed === 1 && startMs === undefined;
}
