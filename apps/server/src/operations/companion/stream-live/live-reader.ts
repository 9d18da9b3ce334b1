/** The events of one reader of the stream, each made when the reader takes it. */
import { readNotification, storeErrorCodeOf } from "@trading-oms/brokerage";
import type { EventBatch } from "../../../http/event-stream.ts";
import { formatEvent } from "../../../http/format-event.ts";
import type { LiveQuestion, LiveStreams } from "../../../services.ts";
import { renderNotification } from "../../wire/notification.ts";
import { LiveAccount, type LiveAccountServices } from "./live-account.ts";
import type { LiveHub, Sleeper } from "./live-hub.ts";
import type { LiveQuote } from "./live-quotes.ts";
import type { StreamPlace } from "./stream-places.ts";

type Subscription = LiveQuestion & { readonly place: StreamPlace };

const pingMs = 15_000;
const verifyMs = 30_000;
/** How long before its token expires a stream ends, so that the reader has the next one in time. */
const byeBeforeMs = 30_000;
const retryMsMax = 5_000;
/** With each beginning, because a browser keeps what it was told last, such as the minutes after a replacement. */
const usualRetryMs = 3_000;
/** A stream that was replaced comes back late: at once, it would replace the next one, and so on in a circle. */
const replacedRetryMs = 60_000;
/** How long a store that failed is left alone. */
const storePauseMs = 1_000;
const notificationsInBatch = 100;

type Bye = "token" | "restart" | "replaced";

export function serveLive(hub: LiveHub): LiveStreams {
  return {
    open: (services, question, { address, cut, signal }) => {
      const place = hub.places.take(question.user?.userId, address, question, cut);
      if ("code" in place) return place;
      signal.addEventListener("abort", place.leave, { once: true });
      return readLive(hub, services, { ...question, place }, signal);
    },
  };
}

/** Reads a subscription until the signal aborts, the token stands no longer, or the stream is replaced. */
async function* readLive(
  hub: LiveHub,
  services: LiveAccountServices,
  subscription: Subscription,
  signal: AbortSignal,
): AsyncGenerator<EventBatch, Bye | undefined, undefined> {
  const reader = new LiveReader(hub, services, subscription);
  const onAbort = (): void => reader.wake();
  signal.addEventListener("abort", onAbort);
  try {
    reader.follow();
    yield one(formatEvent({ event: "hello", data: reader.hello(), retry: usualRetryMs }));
    for (;;) {
      const bye = signal.aborted ? "restart" : await reader.checkPlace();
      if (bye !== undefined) {
        if (signal.reason !== "left") yield one(formatBye(bye, services.makeId()));
        // Ended in order, a connection whose reader takes nothing would keep the kernel's memory.
        if (bye === "replaced" && subscription.place.cut !== undefined) await untilAborted(signal);
        return bye;
      }
      const batch = await reader.take();
      if (batch === undefined) await reader.sleep(signal);
      else yield batch;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    reader.leave();
  }
}

class LiveReader {
  readonly #hub: LiveHub;
  readonly #services: LiveAccountServices;
  readonly #subscription: Subscription;
  readonly #quotes: { readonly quote: LiveQuote; seen: number }[] = [];
  readonly #unknown: string[] = [];
  readonly #accounts: LiveAccount[] = [];
  readonly #leave: (() => void)[] = [];
  #marketSeen = 0;
  #placeId: number;
  #mayHaveNotifications: boolean;
  /** Whether the last page was full, so that others follow. */
  #isReplaying = false;
  #pingAtMs: number;
  #verifyAtMs: number;
  #tokenUntilMs = Number.POSITIVE_INFINITY;
  #storeAtMs = Number.NEGATIVE_INFINITY;
  #wake: () => void = () => {};
  readonly #sleeper: Sleeper = { isDue: (nowMs) => this.#isDue(nowMs), wake: () => this.wake() };

  constructor(hub: LiveHub, services: LiveAccountServices, subscription: Subscription) {
    const { user } = subscription;
    this.#hub = hub;
    this.#services = services;
    this.#subscription = subscription;
    this.#placeId = user?.placeId ?? 0;
    this.#mayHaveNotifications = user !== undefined;
    this.#pingAtMs = services.now() + pingMs;
    this.#verifyAtMs = user === undefined ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }

  follow(): void {
    const { symbols, fields, accounts, user, place } = this.#subscription;
    const { quotes, changes } = this.#hub;
    place.onReplaced = () => this.wake();
    for (const symbol of new Set(symbols)) {
      const quote = quotes.follow(symbol, fields);
      if (quote === undefined) {
        this.#unknown.push(symbol);
        continue;
      }
      this.#quotes.push({ quote, seen: Number.NEGATIVE_INFINITY });
      this.#leave.push(() => quotes.leave(quote));
    }
    for (const key of accounts) {
      const account = new LiveAccount(this.#services, key);
      this.#accounts.push(account);
      this.#leave.push(
        changes.followAccount(key, () => {
          account.note();
          this.wake();
        }),
      );
    }
    if (user !== undefined) {
      this.#leave.push(
        changes.followUser(user.userId, () => {
          this.#mayHaveNotifications = true;
          this.wake();
        }),
      );
    }
    this.#leave.push(this.#hub.join(this.#sleeper));
  }

  hello(): object {
    const { accounts, user } = this.#subscription;
    return {
      time: this.#services.now(),
      place: this.#placeId,
      symbols: this.#quotes.map(({ quote }) => quote.asked),
      unknownSymbols: this.#unknown,
      accounts: accounts.map(({ accountId }) => accountId),
      hasNotifications: user !== undefined,
    };
  }

  wake(): void {
    this.#wake();
  }

  leave(): void {
    for (const leave of this.#leave) leave();
  }

  /** Resolves when something may be there to take. */
  async sleep(signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#subscription.place.isReplaced || this.#isDue(this.#services.now())) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = () => {};
  }

  /** Whether the stream has to end. Verifies the token by the keys that are in force now. */
  async checkPlace(): Promise<Bye | undefined> {
    const { user, place } = this.#subscription;
    if (place.isReplaced) return "replaced";
    if (user === undefined) return undefined;
    const nowMs = this.#services.now();
    if (nowMs >= this.#verifyAtMs) {
      this.#verifyAtMs = nowMs + verifyMs;
      this.#tokenUntilMs = (await user.verify()) ?? Number.NEGATIVE_INFINITY;
    }
    return nowMs >= this.#tokenUntilMs - byeBeforeMs ? "token" : undefined;
  }

  /** The next events, if there are some: the market, a ping, notifications, quotes, and accounts, of which many may be due. */
  async take(): Promise<EventBatch | undefined> {
    const nowMs = this.#services.now();
    if (this.#marketSeen !== this.#hub.marketVersion) {
      this.#marketSeen = this.#hub.marketVersion;
      return one(this.#hub.formatMarket());
    }
    if (nowMs >= this.#pingAtMs) {
      this.#pingAtMs = nowMs + pingMs;
      return one(formatEvent({ event: "ping", data: { time: nowMs } }));
    }
    return (
      (await this.#askStore(nowMs, () => this.#takeNotifications())) ??
      this.#takeQuotes() ??
      (await this.#askStore(nowMs, () => this.#takeAccounts(nowMs)))
    );
  }

  /** While the store fails nothing of it is sent, and nothing is lost: the place stays where it is. */
  async #askStore(
    nowMs: number,
    ask: () => Promise<EventBatch | undefined>,
  ): Promise<EventBatch | undefined> {
    if (nowMs < this.#storeAtMs) return undefined;
    try {
      return await ask();
    } catch (thrown) {
      if (storeErrorCodeOf(thrown) === undefined) throw thrown;
      this.#storeAtMs = nowMs + storePauseMs;
      return undefined;
    }
  }

  async #takeNotifications(): Promise<EventBatch | undefined> {
    const { user } = this.#subscription;
    if (user === undefined || !this.#mayHaveNotifications) return undefined;
    this.#mayHaveNotifications = false;
    try {
      if (this.#isReplaying) await this.#hub.awaitReplay();
      const page = { afterId: this.#placeId, limit: notificationsInBatch };
      const records = await this.#services.store.listNotificationsAfter(user.userId, page);
      this.#isReplaying = records.length === notificationsInBatch;
      if (this.#isReplaying) this.#mayHaveNotifications = true;
      if (records.length === 0) return undefined;
      this.#placeId = records.at(-1)?.id ?? this.#placeId;
      const texts = records.map((record) =>
        formatEvent({
          event: "notification",
          id: String(record.id),
          data: renderNotification(user.userId, readNotification(record)),
        }),
      );
      return { text: texts.join(""), eventCount: texts.length };
    } catch (thrown) {
      this.#mayHaveNotifications = true;
      throw thrown;
    }
  }

  async #takeAccounts(nowMs: number): Promise<EventBatch | undefined> {
    for (const account of this.#accounts) {
      const text = account.isDue(nowMs) ? await account.take(nowMs) : undefined;
      if (text !== undefined) return one(text);
    }
    return undefined;
  }

  #takeQuotes(): EventBatch | undefined {
    if (!this.#hub.hasQuoteBytesLeft()) return undefined;
    let text = "";
    let eventCount = 0;
    for (const followed of this.#quotes) {
      const { quote, seen } = followed;
      if (seen === quote.version) continue;
      text += seen === quote.version - 1 ? quote.change : quote.full();
      followed.seen = quote.version;
      eventCount += 1;
    }
    if (eventCount === 0) return undefined;
    this.#hub.countQuoteBytes(this.#sleeper, text.length);
    return { text, eventCount };
  }

  #isDue(nowMs: number): boolean {
    return (
      nowMs >= this.#pingAtMs ||
      nowMs >= Math.min(this.#verifyAtMs, this.#tokenUntilMs - byeBeforeMs) ||
      this.#marketSeen !== this.#hub.marketVersion ||
      (this.#hub.hasQuoteBytesLeft() && this.#quotes.some(({ quote, seen }) => seen !== quote.version)) ||
      (nowMs >= this.#storeAtMs &&
        (this.#mayHaveNotifications || this.#accounts.some((account) => account.isDue(nowMs))))
    );
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((settle) => {
    if (signal.aborted) settle();
    else signal.addEventListener("abort", () => settle(), { once: true });
  });
}

function one(text: string): EventBatch {
  return { text, eventCount: 1 };
}

/** Readers come back at different times, so that a server that starts is not asked by all at once. */
function formatBye(reason: Bye, randomHex: string): string {
  const [leastMs, widthMs] = reason === "replaced" ? [replacedRetryMs, replacedRetryMs] : [0, retryMsMax];
  const retry = leastMs + (Number.parseInt(randomHex.slice(0, 8), 16) % (widthMs + 1));
  return formatEvent({ event: "bye", data: { reason }, retry });
}
