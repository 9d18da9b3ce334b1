/**
 * Where images are kept: bytes by their names, which the store looks into as little as into the bytes. Whoever keeps an
 * image has sealed it before, and names it as nobody else does: by letters a to z, digits and hyphens, 120 at most.
 */
export interface ImageStore {
  /** Resolves when the bytes outlive the machine's going down; what rejects has been given back its room, as far as can be. */
  put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Gives all of the bytes; undefined where nothing has the name. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Resolves when nothing has the name, also where nothing had it. */
  remove(name: string): Promise<void>;
  /** Gives every name, in the order of its characters, as far as others do not put and remove meanwhile. */
  list(): AsyncIterable<string>;
}
