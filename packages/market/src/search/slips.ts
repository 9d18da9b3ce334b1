/** No text is longer of which a term could be a slip. */
const lengthMax = 101;
const surrogates = /[\ud800-\udfff]/;

/** A text by its characters; a surrogate pair is one of them. */
type Characters = string | readonly string[];

/**
 * Finds texts in spite of one typing error: a character replaced, missing or added, or two neighbours swapped. Two
 * texts one error apart leave the same without one character each, or one of them leaves the other.
 */
export class SlipTable<Entry extends { readonly text: string }> {
  /** By what a text is, and by what it leaves without any one character; most texts share that with no other. */
  /** By what a text is, and by what it leaves without any one character; most texts share that with no other. */
  readonly #entries = new Map<string, Entry | Entry[]>();
  #hasSurrogates = false;

  add(entry: Entry): void {
    const characters = charactersOf(entry.text);
    if (characters.length > lengthMax) return;
    this.#hasSurrogates ||= typeof characters !== "string";
    for (const key of keysOf(characters)) {
      const known = this.#entries.get(key);
      if (known === undefined) this.#entries.set(key, entry);
      else if (Array.isArray(known)) known.push(entry);
      else this.#entries.set(key, [known, entry]);
    }
  }

  /** The texts that are one typing error away. */
  find(term: string): readonly Entry[] {
    const characters = charactersOf(term);
    const found: Entry[] = [];
    const look = (entry: Entry): void => {
      const text = this.#hasSurrogates ? charactersOf(entry.text) : entry.text;
      if (isOneSlip(characters, text) && !found.includes(entry)) found.push(entry);
    };
    for (const key of keysOf(characters)) {
      const known = this.#entries.get(key);
      if (Array.isArray(known)) known.forEach(look);
      else if (known !== undefined) look(known);
    }
    return found;
  }
}

/** A text, and what it leaves without any one of its characters. */
function keysOf(characters: Characters): readonly string[] {
  const keys = [typeof characters === "string" ? characters : characters.join("")];
  for (let at = 0; at < characters.length; at += 1) {
    // Of equal neighbours each leaves the same.
    if (characters[at] === characters[at - 1]) continue;
    const key =
      typeof characters === "string"
        ? characters.slice(0, at) + characters.slice(at + 1)
        : characters.toSpliced(at, 1).join("");
    keys.push(key);
  }
  return keys;
}

function charactersOf(text: string): Characters {
  return surrogates.test(text) ? [...text] : text;
}

function isOneSlip(left: Characters, right: Characters): boolean {
  let leftEnd = left.length;
  let rightEnd = right.length;
  if (leftEnd - rightEnd > 1 || rightEnd - leftEnd > 1) return false;
  let start = 0;
  while (start < leftEnd && start < rightEnd && left[start] === right[start]) start += 1;
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  const leftCount = leftEnd - start;
  const rightCount = rightEnd - start;
  if (leftCount <= 1 && rightCount <= 1) return leftCount + rightCount > 0;
  return (
    leftCount === 2 &&
    rightCount === 2 &&
    left[start] === right[start + 1] &&
    left[start + 1] === right[start]
  );
}
