import type { ImageStore } from "@trading-oms/brokerage/ports";
import { deletionOf, type ImageName, readImageName } from "./image-name.ts";
import type { ImageRecord } from "./image-record.ts";
import type { ImageKeys } from "./keys/image-key.ts";
import { unpackImage } from "./pack-image.ts";
import { openSeal, type SealFault } from "./seal-image.ts";
import { signSubject } from "./sign-subject.ts";

/** An image that is kept, as an operator sees it; the image itself is not among it. */
export type ListedImage = ImageName & {
  readonly deleteAtMs: number;
  readonly found:
    | {
        readonly keyId: string;
        readonly record: ImageRecord;
        readonly isOf: (idNumber: string) => Promise<boolean>;
      }
    | { readonly fault: SealFault };
};

/** Opens what is kept, one image after the other, to tell what is recorded with each. */
export async function* listImages(store: ImageStore, keys: ImageKeys): AsyncIterable<ListedImage> {
  for await (const name of store.list()) {
    const read = readImageName(name);
    const sealed = read && (await store.get(name));
    // One that was swept meanwhile is none.
    if (read === undefined || sealed === undefined) continue;
    const opened = await openSeal(keys, name, sealed);
    const listed = { ...read, deleteAtMs: deletionOf(read.cardId) };
    if (typeof opened === "string") {
      yield { ...listed, found: { fault: opened } };
      continue;
    }
    const { record } = unpackImage(opened.bytes);
    const isOf = async (idNumber: string): Promise<boolean> =>
      record.subject === (await signSubject(opened.key, idNumber));
    yield { ...listed, found: { keyId: opened.key.id, record, isOf } };
  }
}
