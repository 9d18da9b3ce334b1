/** Where an instrument is traded; index futures have a market of their own. */
export type Exchange = "HOSE" | "HNX" | "UPCOM" | "DERIVATIVES";

/** What an instrument is, as far as a rule asks. */
export type InstrumentType = "stock" | "etf" | "warrant" | "future";

/** What is traded where: an instrument of another pair is none. */
export const typesTraded: Readonly<Record<Exchange, readonly InstrumentType[]>> = {
  HOSE: ["stock", "etf", "warrant"],
  HNX: ["stock", "etf"],
  UPCOM: ["stock"],
  DERIVATIVES: ["future"],
};
