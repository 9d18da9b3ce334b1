import type { ImageStore } from "@trading-oms/brokerage/ports";
import { openR2Images, type R2Binding } from "@trading-oms/images/workers";
import type { Environment } from "./settings.ts";

/** Reads which bucket is bound for images; none where nothing is bound. */
export function readBucket({ IMAGES: bucket }: Environment, faults: string[]): ImageStore | undefined {
  if (bucket === undefined) return undefined;
  const { put } = (bucket ?? {}) as { readonly put?: unknown };
  if (typeof put === "function") return openR2Images(bucket as R2Binding);
  faults.push("IMAGES is no bucket of R2: bind one under that name (r2_buckets in the configuration).");
  return undefined;
}
