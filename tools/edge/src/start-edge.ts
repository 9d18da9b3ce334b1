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
  type WorkerVars,
  watchWorker,
} from "./workers.ts";

/** How to run the Workers on this machine. */
export type EdgeOrder = {
  /** Variables and secrets of the request Worker. */
  readonly texts: WorkerVars;
  /** Variables and secrets of the card Worker. */
  readonly cardTexts?: WorkerVars;
  /** Variables and secrets of the image Worker. Without them, no images are kept. */
  readonly imageTexts?: WorkerVars;
  /** 0 takes a free port. */
  readonly port: number;
  /** Bound as HYPERDRIVE instead of D1. The first request creates the schema in an empty database. */
  readonly databaseUrl?: string;
  /** Whether a Worker watches the PostgreSQL; on D1 one always does. */
  readonly watchesPostgresql?: boolean;
  /** Where D1 keeps its data. Without a folder, the data ends with the Workers. */
  readonly folder?: string;
  /** Whether the inspector is enabled. */
  readonly isInspected?: boolean;
  /** Receives each line that a Worker logs. */
  readonly hear?: (line: string) => void;
};

/** The running Workers. */
export type StartedEdge = {
  readonly url: string;
  readonly miniflare: Miniflare;
  /** Opens a store on their D1, as another process would. */
  readonly openStore: () => ReturnType<typeof openD1Store>;
  /** Triggers the watching Worker, as its cron does every minute. */
  readonly watch: () => Promise<void>;
  /** Triggers its nightly cron. */
  readonly sweep: () => Promise<void>;
  /** Triggers the image Worker, as its cron does every ten minutes. */
  readonly sweepImages: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Woken = {
  readonly scheduled: (event: { readonly cron: string }) => Promise<{ readonly outcome: string }>;
};

/** Runs the bundles in workerd with miniflare's D1. */
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
