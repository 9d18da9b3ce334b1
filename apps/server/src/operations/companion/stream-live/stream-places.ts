/** Which streams are open, and which of them give way when there are too many. */
import type { Failure } from "../../../failure.ts";
import { widenNetwork } from "../../../http/rate-limits.ts";
import type { LiveFields } from "../../../services.ts";

/** How many streams may be open in a process; undefined for any number. */
export type StreamLimits = {
  readonly userStreamsMax: number | undefined;
  readonly addressStreamsMax: number | undefined;
  /** All streams without a token together, and the symbols that they follow, each times the weight of its fields. */
  readonly anonymousStreamsMax: number | undefined;
  readonly anonymousSymbolsMax: number | undefined;
};

/** About how many bytes a change has, compared to one of `price`. */
const fieldsWeight: Readonly<Record<LiveFields, number>> = { price: 1, quote: 2, depth: 4 };

/** As many streams of a network never give way: a page that is opened twice. */
const keptCount = 2;

/** The place of an open stream, until it leaves or has to give way. */
export class StreamPlace {
  isReplaced = false;
  onReplaced: () => void = () => {};
  /** Cuts the connection of a stream that has given way, where there is one. */
  readonly cut: (() => void) | undefined;
  #free: (() => void) | undefined;

  /** Its symbols, each times the weight of its fields; 0 for a user's. */
  readonly weight: number;

  constructor(free: () => void, cut: (() => void) | undefined, weight: number) {
    this.#free = free;
    this.cut = cut;
    this.weight = weight;
  }

  /** A function of its own, because a closure of the caller would keep the request as long as the stream stands. */
  readonly leave = (): void => {
    this.#free?.();
    this.#free = undefined;
  };

  /** Frees the place at once, and cuts the connection soon, since a reader that takes nothing never learns that it has to go. */
  replace(): void {
    this.leave();
    this.isReplaced = true;
    this.onReplaced();
    this.cut?.();
  }
}

type Places = Set<StreamPlace>;

export class StreamPlaces {
  readonly #limits: StreamLimits;
  readonly #users = new Map<string, Places>();
  /** Streams without a token, by network: that of an IPv6 address is a /48, which one customer may have. */
  readonly #networks = new Map<string, Places>();
  /** Streams without a token, by address and by each wider network. */
  readonly #counts = new Map<string, number>();
  #anonymousCount = 0;
  #anonymousSymbols = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /**
   * Takes a place for a stream of a user or, without one, of an address, so that readers without a token never lock out users.
   * A user's oldest stream gives way to one too many: what holds its place may have gone without saying so.
   * Returns a failure if there are too many streams without a token.
   */
  take(
    userId: string | undefined,
    address: string,
    { symbols, fields }: { readonly symbols: readonly string[]; readonly fields: LiveFields },
    cut?: () => void,
  ): StreamPlace | Failure {
    if (userId === undefined) return this.#takeAnonymous(address, symbols.length * fieldsWeight[fields], cut);
    const place = enter(this.#users, userId, () => {}, cut);
    const open = this.#users.get(userId);
    if (open !== undefined && open.size > (this.#limits.userStreamsMax ?? open.size)) {
      const [oldest] = open;
      oldest?.replace();
    }
    return place;
  }

  #takeAnonymous(address: string, weight: number, cut: (() => void) | undefined): StreamPlace | Failure {
    const wider = widenNetwork(address);
    const groups = [{ name: address, limitCount: 1 }, ...wider];
    const { addressStreamsMax = Number.POSITIVE_INFINITY } = this.#limits;
    for (const { name, limitCount } of groups) {
      const limit = addressStreamsMax * limitCount;
      if (this.#countOf(name) >= limit) return { code: "too_many_streams", addressLimit: limit };
    }
    const network = wider[1]?.name ?? address;
    if (!this.#makeRoom(network, weight)) return { code: "too_many_streams", addressLimit: undefined };
    const count = (by: 1 | -1): void => {
      this.#anonymousCount += by;
      this.#anonymousSymbols += by * weight;
      for (const { name } of groups) {
        const next = this.#countOf(name) + by;
        if (next > 0) this.#counts.set(name, next);
        else this.#counts.delete(name);
      }
    };
    count(1);
    return enter(this.#networks, network, () => count(-1), cut, weight);
  }

  #countOf(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /**
   * Whether one more stream fits. The newest streams of the networks that have most give way to a network's first ones, if that makes room
   * enough; else none does.
   */
  #makeRoom(network: string, weight: number): boolean {
    const { anonymousStreamsMax = Number.POSITIVE_INFINITY, anonymousSymbolsMax = Number.POSITIVE_INFINITY } =
      this.#limits;
    let overCount = this.#anonymousCount + 1 - anonymousStreamsMax;
    let overSymbols = this.#anonymousSymbols + weight - anonymousSymbolsMax;
    if (overCount <= 0 && overSymbols <= 0) return true;
    if ((this.#networks.get(network)?.size ?? 0) >= keptCount) return false;
    const left = [...this.#networks.values()].map((places) => [...places]);
    const leaving: StreamPlace[] = [];
    while (overCount > 0 || overSymbols > 0) {
      const most = left.reduce((one, other) => (other.length > one.length ? other : one), []);
      const newest = most.length > keptCount ? most.pop() : undefined;
      if (newest === undefined) return false;
      leaving.push(newest);
      overCount -= 1;
      overSymbols -= newest.weight;
    }
    for (const place of leaving) place.replace();
    return true;
  }
}

function enter(
  groups: Map<string, Places>,
  name: string,
  onFree: () => void,
  cut: (() => void) | undefined,
  weight = 0,
): StreamPlace {
  const places: Places = groups.get(name) ?? new Set();
  groups.set(name, places);
  const place = new StreamPlace(
    () => {
      places.delete(place);
      if (places.size === 0) groups.delete(name);
      onFree();
    },
    cut,
    weight,
  );
  places.add(place);
  return place;
}
