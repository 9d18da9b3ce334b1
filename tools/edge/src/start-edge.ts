import { type D1Binding, openD1Store } from "@trading-oms/store/d1";
import { Miniflare } from "miniflare";
import {
  cardWorker,
  imageWorker,
  keepingCardWorker,
  postgresqlWatchWorker,
  postgresqlWorker,
  readWorkerOptions,
  requestWorker,
  type WorkerTexts,
  watchWorker,
} from "./workers.ts";

/** How the Workers are run on this machine. */
export type EdgeOrder = {
  /** Of the Worker that answers requests, its secrets among them. */
  readonly texts: WorkerTexts;
  /** Of the one that reads cards. */
  readonly cardTexts?: WorkerTexts;
  /** Of the one that shows images; left out, none are kept. */
  readonly imageTexts?: WorkerTexts;
  /** 0 takes one that is free. */
  readonly port: number;
  /** The PostgreSQL that is bound as HYPERDRIVE in the place of D1, brought to the newest schema by whoever is first. */
  readonly databaseUrl?: string;
  /** Whether a Worker watches there as well; on D1 one always does. */
  readonly watchesPostgresql?: boolean;
  /** Where D1 keeps its data; left out, they end with the Workers. */
  readonly folder?: string;
  /** Whether an inspector may look into the Workers. */
  readonly isInspected?: boolean;
  /** Hears each line that a Worker logs. */
  readonly hear?: (line: string) => void;
};

/** Workers at work. */
export type StartedEdge = {
  readonly url: string;
  readonly miniflare: Miniflare;
  /** The store on their D1, as another process would open it. */
  readonly openStore: () => ReturnType<typeof openD1Store>;
  /** Wakes the one that watches, as the clock does each minute. */
  readonly watch: () => Promise<void>;
  /** Wakes it as the clock does each night. */
  readonly sweep: () => Promise<void>;
  /** Wakes the one that shows images, as the clock does every ten minutes. */
  readonly sweepImages: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Woken = {
  readonly scheduled: (event: { readonly cron: string }) => Promise<{ readonly outcome: string }>;
};

/** Runs the bundles in workerd, with D1 as miniflare has it. */
export async function startEdge({
  texts,
  cardTexts = {},
  imageTexts,
  port,
  folder,
  databaseUrl,
  watchesPostgresql = false,
  isInspected = false,
  hear,
}: EdgeOrder): Promise<StartedEdge> {
  const cards =
    imageTexts === undefined
      ? [readWorkerOptions(cardWorker, cardTexts)]
      : [readWorkerOptions(keepingCardWorker, cardTexts), readWorkerOptions(imageWorker, imageTexts)];
  const workers = await Promise.all(
    databaseUrl === undefined
      ? [readWorkerOptions(requestWorker, texts), readWorkerOptions(watchWorker, {}), ...cards]
      : [
          readWorkerOptions(postgresqlWorker, texts, databaseUrl),
          ...(watchesPostgresql ? [readWorkerOptions(postgresqlWatchWorker, {}, databaseUrl)] : []),
          ...cards,
        ],
  );
  const miniflare = new Miniflare({
    workers,
    host: "127.0.0.1",
    port,
    cf: false,
    ...(isInspected && { inspectorPort: 0 }),
    ...(folder !== undefined && { d1Persist: folder }),
    handleStructuredLogs: ({ message }: { readonly message: string }) => hear?.(message),
  });
  try {
    const url = (await miniflare.ready).origin;
    return {
      url,
      miniflare,
      openStore: async () => openD1Store((await miniflare.getD1Database("DB")) as unknown as D1Binding),
      watch: () => wake(miniflare, "trading-oms-watch", "* * * * *"),
      sweep: () => wake(miniflare, "trading-oms-watch", "17 20 * * *"),
      sweepImages: () => wake(miniflare, "trading-oms-images", "*/10 * * * *"),
      stop: () => miniflare.dispose(),
    };
  } catch (failure) {
    await miniflare.dispose();
    throw failure;
  }
}

async function wake(miniflare: Miniflare, name: string, cron: string): Promise<void> {
  const worker = (await miniflare.getWorker(name)) as unknown as Woken;
  const { outcome } = await worker.scheduled({ cron });
  if (outcome !== "ok") throw new Error(`${name} ended with ${outcome}.`);
}
