/**
 * Stores images as bytes under names and interprets neither. The caller seals an image first, and gives it a unique
 * name of letters a to z, digits and hyphens, at most 120 characters.
 */
export interface ImageStore {
  /**
   * Resolves when the bytes survive a crash of the machine. After a rejection the space is freed as far as
   * possible.
   */
  put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Returns all bytes, or undefined for an unknown name. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Resolves when the name does not exist, also if it never did. */
  remove(name: string): Promise<void>;
  /** Yields every name in character order. Concurrent changes may or may not show. */
  list(): AsyncIterable<string>;
}
