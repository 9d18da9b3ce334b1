/** A term has at most 100 characters, so a longer text is never one typing error away. */
const lengthMax = 101;
const surrogates = /[\ud800-\udfff]/;

/** The characters of a text. A surrogate pair is one character. */
type Characters = string | readonly string[];

/**
 * Finds texts that are one typing error away: a character replaced, missing or added, or two neighbours swapped. Two such texts
 * become equal if one character is deleted from one of them, or one from each.
 */
export class TypoTable<Entry extends { readonly text: string }> {
  /**
   * Entries by their text, and by each text with one character deleted. Most keys have one entry, which is stored without an array.
   */
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

  find(term: string): readonly Entry[] {
    const characters = charactersOf(term);
    const found: Entry[] = [];
    const look = (entry: Entry): void => {
      const text = this.#hasSurrogates ? charactersOf(entry.text) : entry.text;
      if (isOneTypo(characters, text) && !found.includes(entry)) found.push(entry);
    };
    for (const key of keysOf(characters)) {
      const known = this.#entries.get(key);
      if (Array.isArray(known)) known.forEach(look);
      else if (known !== undefined) look(known);
    }
    return found;
  }
}

/** A text, and the texts with one of its characters deleted. */
function keysOf(characters: Characters): readonly string[] {
  const keys = [typeof characters === "string" ? characters : characters.join("")];
  for (let at = 0; at < characters.length; at += 1) {
    // Deleting either of two equal neighbours gives the same key.
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

function isOneTypo(left: Characters, right: Characters): boolean {
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
