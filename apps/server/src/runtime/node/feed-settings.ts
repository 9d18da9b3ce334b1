/** Where prices come from. */
export type FeedSettings = { readonly kind: "none" } | SimulatedSettings | NatsSettings;

/** A feed that others publish over NATS. */
export type NatsSettings = {
  readonly kind: "nats";
  /** Each as `nats://host:port` or `tls://host:port`; the first may hold the user and password for all. */
  readonly servers: readonly string[];
  /** Whether prices that are only played are taken as well. */
  readonly takesSimulated: boolean;
};

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
