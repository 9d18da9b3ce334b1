import type { ImageStore } from "@trading-oms/brokerage/ports";

/** A store in memory. Tests may inspect and corrupt `held`. */
export function memoryImages(): {
  readonly store: ImageStore;
  readonly held: Map<string, Uint8Array<ArrayBuffer>>;
} {
  const held = new Map<string, Uint8Array<ArrayBuffer>>();
  const store: ImageStore = {
    put: async (name, bytes) => void held.set(name, bytes),
    get: async (name) => held.get(name),
    remove: async (name) => void held.delete(name),
    list: async function* () {
      yield* [...held.keys()].sort();
    },
  };
  return { store, held };
}
