/** Drops accents and turns Đ to D, so that what recognition gets wrong most does not count. */
export function foldText(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("đ", "d").replaceAll("Đ", "D");
}

/** Letters and digits alone, small and without accents, each with the place where it stands in the text. */
export function foldLetters(text: string): { readonly letters: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let letters = "";
  for (let at = 0; at < text.length; at += 1) {
    const folded = foldText(text.charAt(at)).toLowerCase();
    if (!/^[a-z0-9]$/.test(folded)) continue;
    letters += folded;
    places.push(at);
  }
  return { letters, places };
}
