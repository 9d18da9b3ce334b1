import { randomUUID } from "node:crypto";
import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import { readNatsServers } from "@trading-oms/feed";
import { openNatsPublisher } from "@trading-oms/feed/nats";
import { type Instrument, QuoteBoard } from "@trading-oms/market";

/** What a publisher does otherwise than a correct one. */
type Otherwise = {
  readonly isSimulated?: boolean;
  /** The snapshot that it answers with. */
  readonly snapshotOf?: (snapshot: FeedSnapshot | undefined) => FeedSnapshot | undefined;
  /** Whether the next frame is sent. */
  readonly isSent?: () => boolean;
};

/** A publisher on NATS, and the board that those who follow it have to arrive at. */
export async function openPublisher(
  natsUrl: string,
  instruments: readonly Instrument[],
  { isSimulated = false, snapshotOf = (snapshot) => snapshot, isSent = () => true }: Otherwise = {},
) {
  const servers = readNatsServers(natsUrl);
  if (servers === undefined) throw new Error(`${natsUrl} is no address of NATS.`);
  const board = new QuoteBoard(instruments);
  const publisher = openNatsPublisher({
    ...{ servers, source: randomUUID(), isSimulated, isSent },
    snapshotOf: (symbol) => snapshotOf(board.snapshotOf(symbol)),
  });
  await publisher.opened;
  return {
    board,
    /** Publishes messages that the board ignores. */
    publishUnchecked: publisher.publish,
    publish: (messages: readonly FeedMessage[]): void => {
      for (const message of messages) board.apply(message);
      publisher.publish(messages);
    },
    flush: publisher.flush,
    close: publisher.close,
  };
}
