import { joinJsonList } from "./join-json-list.ts";
import { tagList } from "./tag-list.ts";

/** A list whose elements were written before. */
export type WrittenList = {
  /** A weak validator of the elements. */
  readonly etag: string;
  /** The list as JSON, and behind it the end of the object whose last member it is; not to be written to. */
  readonly read: () => Uint8Array<ArrayBuffer>;
};

/** Writes a list under a name; whoever calls hands over the same elements, as objects, while nothing has changed. */
export type WriteList = (name: string, elements: readonly Uint8Array[]) => WrittenList;

type Kept = WrittenList & { readonly elements: readonly Uint8Array[]; readonly sizeBytes: number };

/** What a list takes besides its bytes, generously. */
const frameBytes = 1_024;

/**
 * Keeps lists by name for as long as each of their elements is what it was, and drops those that were not asked for
 * longest once they take more than they may. A name that is often asked for is joined once for many answers.
 */
export function keepLists({ bytesMax }: { readonly bytesMax: number }): WriteList {
  const lists = new Map<string, Kept>();
  let bytes = 0;
  return (name, elements) => {
    const kept = lists.get(name);
    if (kept !== undefined) {
      lists.delete(name);
      if (areSame(kept.elements, elements)) {
        lists.set(name, kept);
        return kept;
      }
      bytes -= kept.sizeBytes;
    }
    const list = writeList(name, elements);
    lists.set(name, list);
    bytes += list.sizeBytes;
    for (const [oldest, { sizeBytes }] of lists) {
      if (bytes <= bytesMax) break;
      lists.delete(oldest);
      bytes -= sizeBytes;
    }
    return list;
  };
}

function writeList(name: string, elements: readonly Uint8Array[]): Kept {
  let joined: Uint8Array<ArrayBuffer> | undefined;
  let elementsBytes = 0;
  for (const { length } of elements) elementsBytes += length;
  return {
    elements,
    etag: tagList(elements),
    read: () => {
      joined ??= joinJsonList("[", elements, "]}");
      return joined;
    },
    // Elements that were renewed elsewhere are held by nobody but this list.
    sizeBytes: 2 * elementsBytes + 2 * name.length + frameBytes,
  };
}

function areSame(some: readonly Uint8Array[], others: readonly Uint8Array[]): boolean {
  if (some.length !== others.length) return false;
  for (let index = 0; index < some.length; index += 1) {
    if (some[index] !== others[index]) return false;
  }
  return true;
}
