import type { ImageStore } from "@trading-oms/brokerage/ports";

/** The part of a Worker's R2 binding that images need. */
export type R2Binding = {
  put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<unknown>;
  get(name: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
  delete(name: string): Promise<void>;
  list(options: { readonly cursor?: string }): Promise<{
    readonly objects: readonly { readonly key: string }[];
    readonly truncated: boolean;
    readonly cursor?: string;
  }>;
};

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
