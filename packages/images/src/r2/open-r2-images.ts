import type { ImageStore } from "@trading-oms/brokerage/ports";
import type { R2Binding } from "./r2-binding.ts";

/** Opens an R2 bucket, by its binding, as a store of images. */
export function openR2Images(bucket: R2Binding): ImageStore {
  return {
    put: async (name, bytes) => {
      await bucket.put(name, bytes);
    },
    get: async (name) => {
      const found = await bucket.get(name);
      return found === null ? undefined : new Uint8Array(await found.arrayBuffer());
    },
    remove: (name) => bucket.delete(name),
    list: async function* () {
      for (let cursor: string | undefined; ; ) {
        const page = await bucket.list(cursor === undefined ? {} : { cursor });
        for (const { key } of page.objects) yield key;
        if (!page.truncated || page.cursor === undefined) return;
        cursor = page.cursor;
      }
    },
  };
}
