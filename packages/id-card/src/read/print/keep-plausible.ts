const signsAllowed = /[\p{L}\p{N} ,.:/()-]/gu;

/** Leaves out lines that are no words: accents that were taken for a line of their own, a chip, the grain of the card. */
export function keepPlausible(lines: readonly string[]): string[] {
  return lines.map((line) => line.replaceAll(/\s+/g, " ").trim()).filter(isPlausible);
}

function isPlausible(line: string): boolean {
  const allowed = line.match(signsAllowed)?.length ?? 0;
  const words = line.split(/[ ,.:/()-]+/).filter((word) => word !== "");
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const hasWord = words.some(
    (word) => /^\p{L}{3,}$/u.test(word) || /^\d{2,}/.test(word) || /^N(ữ|am)$/.test(word),
  );
  return hasWord && allowed / line.length >= 0.85 && letters / words.length >= 2;
}
