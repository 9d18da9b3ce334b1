import { joinJsonList } from "./join-json-list.ts";
import { tagList } from "./tag-list.ts";
import type { WrittenElement } from "./written-element.ts";

/** A list whose elements were written before. */
export type WrittenList = {
  /** A weak validator of the elements. */
  readonly etag: string;
  /** The list as JSON, and behind it the end of the object whose last member it is; not to be written to. */
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** Writes a list under a name, of what its elements say now: nothing may be awaited between asking for them and this. */
export type WriteList = (name: string, elements: readonly WrittenElement[]) => WrittenList;

type Kept = WrittenList & {
  readonly elements: readonly WrittenElement[];
  readonly versions: readonly number[];
  readonly sizeBytes: number;
};

/** What a list takes besides its bytes, generously. */
const frameBytes = 1_024;

/**
 * Keeps lists by name, gives one again while none of its elements was renewed, and drops those that were not asked for
 * longest once they take more than they may. A name that is often asked for is joined once for many answers.
 */
export function keepLists({ bytesMax }: { readonly bytesMax: number }): WriteList {
  const lists = new Map<string, Kept>();
  let bytes = 0;
  return (name, elements) => {
    const kept = lists.get(name);
    if (kept !== undefined) {
      lists.delete(name);
      if (isOf(kept, elements)) {
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

function writeList(name: string, elements: readonly WrittenElement[]): Kept {
  const bytes = joinJsonList("[", elements, "]}");
  return {
    elements,
    versions: elements.map(({ version }) => version),
    etag: tagList(elements),
    bytes,
    // Elements that were let go elsewhere are held by nobody but this list.
    sizeBytes: 2 * bytes.length + 2 * name.length + frameBytes,
  };
}

function isOf({ elements: known, versions }: Kept, elements: readonly WrittenElement[]): boolean {
  if (known.length !== elements.length) return false;
  for (let index = 0; index < elements.length; index += 1) {
    const element = elements[index];
    if (known[index] !== element || versions[index] !== element?.version) return false;
  }
  return true;
}
