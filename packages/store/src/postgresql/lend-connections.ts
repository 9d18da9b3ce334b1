/** As much of a connection as lending takes. */
export type Lent = { release(isBroken?: boolean): void };

/** As much of a pool. */
export type LendingPool<Client extends Lent> = {
  connect(): Promise<Client>;
  end(): Promise<void>;
  readonly waitingCount: number;
  readonly idleCount: number;
  readonly totalCount: number;
};

/** How connections are lent. */
export type LendingSettings<Client> = {
  readonly isBroken: (client: Client) => boolean;
  /** As many as the pool holds. */
  readonly countMax: number;
};

/** Connections, lent for a piece of work each. */
export type LentConnections<Client extends Lent> = {
  /** Lends one that is fit, where one is at hand or can be had at once, and else another. */
  readonly take: (isFit: (client: Client) => boolean) => Promise<Client>;
  readonly giveBack: (client: Client) => void;
  readonly close: () => Promise<void>;
};

const keptMsMax = 1_000;

/**
 * Keeps connections at hand that were just given back. To take each in and hand it out again takes the pool some 20 µs,
 * twice a change. Each goes back to it within a second, however busy it is, since the pool knows how old they may become;
 * whoever waits at the pool is never passed over, and what is broken is not lent again.
 */
export function lendConnections<Client extends Lent>(
  pool: LendingPool<Client>,
  { isBroken, countMax }: LendingSettings<Client>,
): LentConnections<Client> {
  const atHand: Client[] = [];
  /** Those that came from the pool in this second, at hand or not. */
  let kept = new WeakSet<Client>();
  let isTimed = false;
  return {
    take: async (isFit) => {
      // Whoever asked the pool in this turn counts as waiting, and is not yet among those it has.
      const isMore = pool.idleCount + countMax - pool.totalCount > pool.waitingCount;
      for (;;) {
        const fit = atHand.findLastIndex(isFit);
        const [client] = fit >= 0 || !isMore ? atHand.splice(fit, 1) : [];
        if (client === undefined) break;
        if (!isBroken(client)) return client;
        client.release(true);
      }
      const client = await pool.connect().catch(takeAnyElse);
      kept.add(client);
      if (!isTimed) {
        isTimed = true;
        setTimeout(returnAll, keptMsMax).unref();
      }
      return client;
    },
    giveBack: (client) => {
      const isKept = kept.has(client) && !isBroken(client) && pool.waitingCount === 0;
      if (isKept) atHand.push(client);
      else client.release(isBroken(client));
    },
    close: () => {
      returnAll();
      return pool.end();
    },
  };

  /** A server that takes no more serves those it has. */
  function takeAnyElse(failure: unknown): Client {
    for (let client = atHand.pop(); client !== undefined; client = atHand.pop()) {
      if (!isBroken(client)) return client;
      client.release(true);
    }
    throw failure;
  }

  /** Those that are lent follow when they are given back. */
  function returnAll(): void {
    isTimed = false;
    kept = new WeakSet();
    for (const client of atHand.splice(0)) client.release(isBroken(client));
  }
}
