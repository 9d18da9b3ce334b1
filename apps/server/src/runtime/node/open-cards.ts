import {
  type CardOutcome,
  type CardPool,
  type CardPoolOptions,
  openCardPool,
} from "@trading-oms/id-card/pool";
import { makeBodyRoom } from "../../body-room.ts";
import type { Log } from "../../log.ts";
import { renderFamily } from "../../render-family.ts";
import type { ServerServices } from "../../server-services.ts";
import { openBodyReader } from "./open-body-reader.ts";

/** Six of the largest requests at a time, or some hundred of the usual ones. */
const bodyBytesMax = 200_000_000;

/** What one address has of it: one of the largest requests and some of the usual ones. */
const shareBytesMax = 40_000_000;

/** What reads cards in this process and beside it; nothing of it is started before there is a card. */
export type Cards = {
  readonly services: Required<
    Pick<ServerServices, "readCard" | "takeBodyAside" | "enterBodyRoom" | "repeat">
  >;
  /** The processes that read, and how many cards wait for one. */
  readonly look: CardPool["look"];
  readonly renderMetrics: () => string;
  readonly stop: () => Promise<void>;
};

/** Opens the pool that reads cards, the thread that takes their bodies, and the room that those share. */
export function openCards(
  options: CardPoolOptions & { readonly wantsCopies?: boolean; readonly log?: Log },
): Cards {
  const pool = openCardPool(options);
  const reader = openBodyReader({
    onEnded: (thrown) =>
      options.log?.({ level: "error", event: "the thread that takes bodies ended", thrown }),
  });
  const counts = new Map<CardOutcome["kind"], number>(
    (["read", "portrait-broken", "busy", "late", "broke-off"] as const).map((kind) => [kind, 0]),
  );
  return {
    services: {
      readCard: async (images) => {
        const outcome = await pool.read(images, options);
        counts.set(outcome.kind, (counts.get(outcome.kind) ?? 0) + 1);
        return outcome;
      },
      takeBodyAside: reader.takeBodyAside,
      enterBodyRoom: makeBodyRoom(bodyBytesMax, shareBytesMax),
      repeat: (work, everyMs) => {
        const timer = setInterval(work, everyMs);
        return () => clearInterval(timer);
      },
    },
    look: pool.look,
    renderMetrics: () => {
      const { pids, waitingCount } = pool.look();
      const samples = [...counts].map(([outcome, value]) => ({ labels: { outcome }, value }));
      return [
        renderFamily("oms_cards_total", "counter", "Cards by what became of them.", samples),
        renderFamily("oms_card_workers", "gauge", "Processes that read cards.", [{ value: pids.length }]),
        renderFamily("oms_cards_waiting", "gauge", "Cards that wait for a process.", [
          { value: waitingCount },
        ]),
      ].join("");
    },
    stop: async () => {
      pool.close();
      await reader.stop();
    },
  };
}
