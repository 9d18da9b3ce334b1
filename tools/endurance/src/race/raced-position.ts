/** A position that is raced for, and the user whose it is. */
export type RacedPosition = {
  readonly userId: string;
  readonly accountId: string;
  readonly symbol: string;
};
