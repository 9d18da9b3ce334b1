import { readFile } from "node:fs/promises";
import { parseJsonc } from "./parse-jsonc.ts";

/** How a Worker is run wherever it is run: by its runtime here, and as it is deployed. */
export type WorkerConfiguration = {
  readonly name: string;
  /** The module that it begins with, beside the file that says so. */
  readonly main: string;
  readonly compatibility_date: string;
  readonly compatibility_flags?: readonly string[];
  readonly d1_databases?: readonly { readonly binding: string; readonly database_id: string }[];
  readonly r2_buckets?: readonly { readonly binding: string; readonly bucket_name: string }[];
  readonly images?: { readonly binding: string };
  readonly assets?: { readonly directory: string; readonly binding: string };
  readonly ratelimits?: readonly {
    readonly name: string;
    readonly namespace_id: string;
    readonly simple: { readonly limit: number; readonly period: 60 };
  }[];
  readonly hyperdrive?: readonly { readonly binding: string; readonly id: string }[];
  readonly services?: readonly { readonly binding: string; readonly service: string }[];
  readonly vars?: Readonly<Record<string, string>>;
  readonly triggers?: { readonly crons: readonly string[] };
};

/** A configuration, and the text of it that wrangler is handed as it is. */
export type ReadConfiguration = { readonly text: string; readonly configuration: WorkerConfiguration };

/** The folder in which the configurations stand. */
export const configurationFolder: URL = new URL("../../../apps/server/", import.meta.url);

/** Reads one of the configurations by which Workers are deployed. */
export async function readWorkerConfiguration(file: string): Promise<ReadConfiguration> {
  const text = await readFile(new URL(file, configurationFolder), "utf8");
  return { text, configuration: parseJsonc(text) as WorkerConfiguration };
}
