/** A group of senders that a card counts against besides its sender, with the allowance of `limitCount` senders. */
export interface WiderSender {
  readonly name: string;
  readonly limitCount: number;
}

/** The cards that wait, in the order in which they will be read. Senders have turns. */
export interface CardQueue<Card> {
  readonly size: number;
  /** Adds a card. Returns the cards that have no room then, which may include the new one. */
  add(card: Card): readonly Card[];
  /** Removes a card that waits, and returns whether it did. */
  remove(card: Card): boolean;
  /** Removes the card whose turn it is. */
  next(): Card | undefined;
  /** Counts a card as being read, until the returned function is called. */
  begin(card: Card): () => void;
  /** Removes and returns all cards. */
  clear(): readonly Card[];
}

/** Options of a queue. */
interface CardQueueOptions {
  readonly waitingCountMax: number;
  readonly widenSender: (sender: string) => readonly WiderSender[];
  readonly nowMs: () => number;
}

/** One card of a sender is being read and four wait while cards of others wait. */
const senderCountMax = 5;

/** Reading time is added up per sender for this long. */
const windowMs = 60_000;

/**
 * Opens a queue. The next card is one whose sender has the fewest cards before it, those being read included, and among these
 * one whose sender has used the least reading time within a minute. The card that would be read last is the first without room.
 */
export function openCardQueue<Card extends { readonly sender: string }>({
  waitingCountMax,
  widenSender,
  nowMs,
}: CardQueueOptions): CardQueue<Card> {
  /** In the order of arrival. */
  const waiting = new Set<Card>();
  const readingCounts = new Map<string, number>();
  let usedMs = new Map<string, number>();
  let windowEndMs = 0;

  const groupsOf = ({ sender }: Card): readonly WiderSender[] => [
    { name: sender, limitCount: 1 },
    ...widenSender(sender),
  ];
  const shareOf = (amounts: ReadonlyMap<string, number>, card: Card): number =>
    Math.max(...groupsOf(card).map(({ name, limitCount }) => (amounts.get(name) ?? 0) / limitCount));
  const add = (amounts: Map<string, number>, card: Card, amount: number): void => {
    for (const { name } of groupsOf(card)) {
      const sum = (amounts.get(name) ?? 0) + amount;
      if (sum > 0) amounts.set(name, sum);
      else amounts.delete(name);
    }
  };

  function beginWindow(): void {
    if (nowMs() < windowEndMs) return;
    windowEndMs = nowMs() + windowMs;
    usedMs = new Map();
  }

  function listByTurn(): { readonly card: Card; readonly beforeCount: number; readonly usedMs: number }[] {
    beginWindow();
    const counts = new Map(readingCounts);
    const cards = [...waiting].map((card) => {
      const beforeCount = Math.floor(shareOf(counts, card));
      add(counts, card, 1);
      return { card, beforeCount, usedMs: shareOf(usedMs, card) };
    });
    // The sort is stable, so equal cards stay in the order of their arrival.
    return cards.sort((one, other) => one.beforeCount - other.beforeCount || one.usedMs - other.usedMs);
  }

  return {
    get size() {
      return waiting.size;
    },
    add: (card) => {
      waiting.add(card);
      const dropped: Card[] = [];
      for (;;) {
        const last = listByTurn().at(-1);
        if (last === undefined) return dropped;
        const isAlone = [...waiting].every(({ sender }) => sender === last.card.sender);
        const isWithinShare = last.beforeCount < senderCountMax || isAlone;
        if (waiting.size <= waitingCountMax && isWithinShare) return dropped;
        waiting.delete(last.card);
        dropped.push(last.card);
      }
    },
    remove: (card) => waiting.delete(card),
    next: () => {
      const card = listByTurn()[0]?.card;
      if (card !== undefined) waiting.delete(card);
      return card;
    },
    begin: (card) => {
      const beganMs = nowMs();
      add(readingCounts, card, 1);
      return () => {
        beginWindow();
        add(readingCounts, card, -1);
        add(usedMs, card, nowMs() - beganMs);
      };
    },
    clear: () => {
      const cards = [...waiting];
      waiting.clear();
      return cards;
    },
  };
}
