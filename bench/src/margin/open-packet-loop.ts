import { TextsQuery } from "@trading-oms/store/postgresql";
import pg from "pg";
import { coveredVndOf, idempotencyKeyOf } from "./cover-order-of.ts";
import type { BareLoop } from "./open-bare-loop.ts";
import { ownValueOf } from "./own-value-of.ts";
import { commitPlaces, isCommit, type RecordedPackets } from "./record-cover.ts";

/** Whose accounts the loop covers, and the packets that it sends, each of which covers as many as were recorded. */
export type PacketLoopSettings = {
  readonly url: string;
  readonly clients: number;
  readonly firstWriter: number;
  readonly recorded: RecordedPackets;
};

type Lane = {
  readonly client: pg.Client;
  readonly packets: RecordedPackets["packets"];
  /** Whose each list of the commit is, in its order. */
  readonly writers: readonly number[];
  count: number;
};

/**
 * Opens a connection for as many clients as the store makes one packet of, on which the same packets are sent as the
 * store sends them, with nobody who asks, decides or waits for others.
 */
export async function openPacketLoop({
  url,
  clients,
  firstWriter,
  recorded,
}: PacketLoopSettings): Promise<BareLoop> {
  const width = recorded.writers.length;
  const lanes: Lane[] = await Promise.all(
    Array.from({ length: clients / width }, async (_, index) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return { client, ...ownOf(recorded, firstWriter + index * width), count: 1 };
    }),
  );
  const countOf = () => lanes.reduce((sum, { count }) => sum + count * width, 0);
  return {
    run: async (durationMs) => {
      const before = countOf();
      const began = performance.now();
      await Promise.all(
        lanes.map(async (lane) => {
          for (; performance.now() - began < durationMs; lane.count += 1) await askOnce(lane, recorded);
        }),
      );
      return ((countOf() - before) / (performance.now() - began)) * 1_000;
    },
    close: async () => {
      await Promise.all(lanes.map(({ client }) => client.end()));
    },
  };
}

function ownOf(recorded: RecordedPackets, firstWriter: number): Pick<Lane, "packets" | "writers"> {
  const others = new Map(recorded.writers.map((writer, index) => [writer, firstWriter + index]));
  const packets = recorded.packets.map((packet) => ({
    ...packet,
    lists: packet.lists.map((values) => values.map((value) => ownValueOf(value, others))),
  }));
  const commit = packets.find(isCommit);
  const writers = (commit?.lists ?? []).map(([userId]) => Number(String(userId).replace("user-", "")));
  return { packets, writers };
}

async function askOnce(
  { client, packets, writers, count }: Lane,
  { version }: RecordedPackets,
): Promise<void> {
  for (const packet of packets) {
    if (!isCommit(packet)) {
      await client.query(new TextsQuery(packet)).answers;
      continue;
    }
    const lists = packet.lists.map((list, index) => {
      const values = [...list];
      values[commitPlaces.version - 1] = version + count - 1;
      values[commitPlaces.key - 1] = idempotencyKeyOf(writers[index] ?? 0, count);
      values[commitPlaces.covered - 1] = [coveredVndOf(count)];
      return values;
    });
    const answers = await client.query(new TextsQuery({ ...packet, lists })).answers;
    if (answers.length !== lists.length || answers.some(({ rowCount }) => rowCount !== 1)) {
      throw new Error("A cover was not set.");
    }
  }
}
