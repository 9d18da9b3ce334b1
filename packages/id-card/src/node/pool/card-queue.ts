/** A group of senders that a card counts against besides its sender, with the allowance of `limitCount` senders. */
export interface WiderSender {
  readonly name: string;
  readonly limitCount: number;
}

/** The cards that wait, in the order in which they will be read. Senders have turns. */
export interface CardQueue<Card> {
  readonly size: number;
  /** Adds a card. Returns the card that has no room then, which may be the new one. */
  add(card: Card): Card | undefined;
  /** Removes a card that waits, and returns whether it did. */
  remove(card: Card): boolean;
  /** Whether a worker that is free may read the card now. */
  mayBegin(card: Card): boolean;
  /** Removes the card whose turn it is, of those that a free worker may read now. */
  next(): Card | undefined;
  /** Counts a card as being read, until the returned function is called. */
  begin(card: Card): () => void;
  /** Removes and returns all cards. */
  clear(): readonly Card[];
}

interface CardQueueOptions {
  readonly workerCountMax: number;
  readonly waitingCountMax: number;
  readonly widenSender: (sender: string) => readonly WiderSender[];
  readonly nowMs: () => number;
}

/** So many cards of a sender wait while cards of others wait. */
const senderWaitingMax = 4;

/** Costly reading time is added up per sender for this long. */
const windowMs = 60_000;

/** What a usual card takes, on a busy machine too. Only the time beyond it is costly. */
const usualMs = 2_000;

/** A sender of more costly time within the window leaves one worker to others, unless it was alone in the window. */
const costlyMsMax = 1_000;

/** A card that is being read, or was within the window. */
type Reading = { readonly sender: string; readonly beganMs: number; endMs: number | undefined };

/**
 * Opens a queue. The next card is one whose sender has the fewest cards before it, those being read included, and among these
 * one whose sender has used the least costly time within a minute, and then the least reading time. The card that would be read last is the first without room.
 */
export function openCardQueue<Card extends { readonly sender: string }>({
  workerCountMax,
  waitingCountMax,
  widenSender,
  nowMs,
}: CardQueueOptions): CardQueue<Card> {
  /** In the order of arrival. */
  const waiting = new Set<Card>();
  let readings: readonly Reading[] = [];

  const shareOf = (amounts: ReadonlyMap<string, number>, sender: string): number =>
    Math.max(
      ...[{ name: sender, limitCount: 1 }, ...widenSender(sender)].map(
        ({ name, limitCount }) => (amounts.get(name) ?? 0) / limitCount,
      ),
    );
  const add = (amounts: Map<string, number>, sender: string, amount: number): void => {
    for (const { name } of [{ name: sender }, ...widenSender(sender)])
      amounts.set(name, (amounts.get(name) ?? 0) + amount);
  };
  const countBySender = (cards: Iterable<{ readonly sender: string }>): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { sender } of cards) add(counts, sender, 1);
    return counts;
  };
  const listRunning = (): readonly Reading[] => readings.filter(({ endMs }) => endMs === undefined);

  /** The reading time of each sender within the window, up to now: what each card took beyond `freeMs`. */
  function sumMs(freeMs: number): Map<string, number> {
    const atMs = nowMs();
    readings = readings.filter(({ endMs = atMs }) => atMs - endMs < windowMs);
    const sums = new Map<string, number>();
    for (const { sender, beganMs, endMs = atMs } of readings)
      add(sums, sender, Math.max(0, endMs - beganMs - freeMs));
    return sums;
  }

  function listByTurn(): readonly Card[] {
    const [costlyMs, usedMs] = [sumMs(usualMs), sumMs(0)];
    const counts = countBySender(listRunning());
    const cards = [...waiting].map((card) => {
      const beforeCount = Math.floor(shareOf(counts, card.sender));
      add(counts, card.sender, 1);
      const [costly, used] = [shareOf(costlyMs, card.sender), shareOf(usedMs, card.sender)];
      return { card, keys: [beforeCount, costly, used] as const };
    });
    // The sort is stable, so equal cards stay in the order of their arrival.
    return cards
      .sort(({ keys: [a, b, c] }, { keys: [x, y, z] }) => a - x || b - y || c - z)
      .map(({ card }) => card);
  }

  function mayBegin({ sender }: Card): boolean {
    const costlyMs = sumMs(usualMs);
    const isCostly = (each: string): boolean => shareOf(costlyMs, each) > costlyMsMax;
    if (workerCountMax < 2 || !isCostly(sender) || readings.every((each) => each.sender === sender))
      return true;
    return listRunning().filter((each) => isCostly(each.sender)).length < workerCountMax - 1;
  }

  return {
    get size() {
      return waiting.size;
    },
    add: (card) => {
      const waitingCount = Math.floor(shareOf(countBySender(waiting), card.sender));
      const doOthersWait = [...waiting].some(({ sender }) => sender !== card.sender);
      if (doOthersWait && waitingCount >= senderWaitingMax) return card;
      waiting.add(card);
      const last = waiting.size > waitingCountMax ? listByTurn().at(-1) : undefined;
      if (last !== undefined) waiting.delete(last);
      return last;
    },
    remove: (card) => waiting.delete(card),
    mayBegin,
    next: () => {
      const card = listByTurn().find(mayBegin);
      if (card !== undefined) waiting.delete(card);
      return card;
    },
    begin: ({ sender }) => {
      const reading: Reading = { sender, beganMs: nowMs(), endMs: undefined };
      readings = [...readings, reading];
      return () => {
        reading.endMs = nowMs();
      };
    },
    clear: () => {
      const cards = [...waiting];
      waiting.clear();
      return cards;
    },
  };
}
