import type {
  AuditDraft,
  Change,
  EpisodeRecord,
  NotificationDraft,
  PositionRecord,
} from "@trading-oms/brokerage/ports";
import { judgedTextOf, readJudged } from "../origin-code-of.ts";

/**
 * Changes as they cross to the writer's thread: one text, in which a number ends with a space and a string follows its
 * length. It is copied as it is, whereas objects are taken apart and put together again, which costs the main thread
 * several times as much.
 */
export const changeText: {
  readonly write: (changes: readonly Change[]) => string;
  readonly read: (text: string) => Change[];
} = { write: writeChanges, read: (text) => new ChangeReader(text).readChanges() };

function writeChanges(changes: readonly Change[]): string {
  let text = "";
  for (const change of changes) {
    const { key, movement, outcome } = change;
    text += `${measured(key.userId)}${measured(key.accountId)}${change.expectedVersion} ${change.shard} ${change.atMs} `;
    text += `${change.equityVnd} ${change.positions.length} `;
    for (const position of change.positions) text += positionText(position);
    text += `${change.closedSymbols.length} `;
    for (const symbol of change.closedSymbols) text += measured(symbol);
    text += `${change.episodes.length} `;
    for (const episode of change.episodes) text += episodeText(episode);
    text += `${change.audits.length} `;
    for (const { entry, hash } of change.audits) text += `${measured(entry)}${measured(hash)}`;
    text += `${change.notifications.length} `;
    for (const { type, topic, messageId, data } of change.notifications) {
      text += `${measured(type)}${measured(topic)}${measured(messageId)}${measured(data)}`;
    }
    text +=
      movement === undefined
        ? "0 "
        : `1 ${measured(movement.movementId)}${measured(movement.kind)}${movement.amountVnd} `;
    text +=
      outcome === undefined
        ? "0 "
        : `1 ${measured(outcome.idempotencyKey)}${measured(outcome.fingerprint)}${measured(outcome.outcome)}`;
  }
  return text;
}

function positionText(position: PositionRecord): string {
  const { symbol, quantity, entryVnd, postedVnd, coveredVnd, isClosing, openedAtMs, changedAtMs } = position;
  const money = `${quantity} ${entryVnd} ${postedVnd} ${coveredVnd} `;
  return `${measured(symbol)}${money}${isClosing ? 1 : 0} ${openedAtMs} ${changedAtMs} ${measured(judgedTextOf(position.judged) ?? "")}`;
}

function episodeText(episode: EpisodeRecord): string {
  const { symbol, number, isOpen, isForceCloseTold, reminder, openedAtMs } = episode;
  const told = `${isOpen ? 1 : 0} ${isForceCloseTold ? 1 : 0} ${reminder} `;
  return `${measured(symbol)}${number} ${told}${openedAtMs} `;
}

function measured(text: string): string {
  return `${text.length} ${text}`;
}

/** Reads in the order in which it was written. */
class ChangeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readChanges(): Change[] {
    const changes: Change[] = [];
    while (this.#at < this.#text.length) changes.push(this.#change());
    return changes;
  }

  #change(): Change {
    return {
      key: { userId: this.#string(), accountId: this.#string() },
      expectedVersion: this.#number(),
      shard: this.#number(),
      atMs: this.#number(),
      equityVnd: this.#bigint(),
      positions: this.#list(() => this.#position()),
      closedSymbols: this.#list(() => this.#string()),
      episodes: this.#list(() => this.#episode()),
      audits: this.#list(() => this.#audit()),
      notifications: this.#list(() => this.#notification()),
      movement: this.#list(() => this.#movement())[0],
      outcome: this.#list(() => this.#outcome())[0],
    };
  }

  #position(): PositionRecord {
    return {
      symbol: this.#string(),
      quantity: this.#bigint(),
      entryVnd: this.#bigint(),
      postedVnd: this.#bigint(),
      coveredVnd: this.#bigint(),
      isClosing: this.#number() === 1,
      openedAtMs: this.#number(),
      changedAtMs: this.#number(),
      ...readJudged(this.#string() || null),
    };
  }

  #episode(): EpisodeRecord {
    return {
      symbol: this.#string(),
      number: this.#bigint(),
      isOpen: this.#number() === 1,
      isForceCloseTold: this.#number() === 1,
      reminder: this.#bigint(),
      openedAtMs: this.#number(),
    };
  }

  #audit(): AuditDraft {
    return { entry: this.#string(), hash: this.#string() };
  }

  #notification(): NotificationDraft {
    const type = this.#string() as NotificationDraft["type"];
    return { type, topic: this.#string(), messageId: this.#string(), data: this.#string() };
  }

  #movement(): NonNullable<Change["movement"]> {
    const movementId = this.#string();
    const kind = this.#string() as NonNullable<Change["movement"]>["kind"];
    return { movementId, kind, amountVnd: this.#bigint() };
  }

  #outcome(): NonNullable<Change["outcome"]> {
    return { idempotencyKey: this.#string(), fingerprint: this.#string(), outcome: this.#string() };
  }

  #list<Item>(read: () => Item): Item[] {
    const items: Item[] = [];
    for (let left = this.#number(); left > 0; left -= 1) items.push(read());
    return items;
  }

  #string(): string {
    const length = this.#number();
    this.#at += length;
    return this.#text.slice(this.#at - length, this.#at);
  }

  #number(): number {
    return Number(this.#word());
  }

  #bigint(): bigint {
    return BigInt(this.#word());
  }

  #word(): string {
    const from = this.#at;
    const until = this.#text.indexOf(" ", from);
    this.#at = until + 1;
    return this.#text.slice(from, until);
  }
}
