/** The onset, vowels and coda of a Vietnamese syllable without marks. No vowel is doubled. */
const syllable =
  /^(?!.*([AEIOUY])\1)(?:[BDHKLMNPRSTVX]|CH?|G[HI]?|KH|NGH?|NH|PH|QU|T[HR])?[AEIOUY]{1,3}(?:CH?|M|N[GH]?|P|T)?$/;

/**
 * Resolves the keys of Telex and VNI in a folded text that was typed while no input method took them: `HOAF PHATS` and
 * `HOA2 PHA1T` are `HOA PHAT`. Words that become no Vietnamese syllable stay as they are.
 */
export function resolveKeystrokes(folded: string): string {
  return folded.split(" ").map(resolveWord).join(" ");
}

function resolveWord(word: string): string {
  const resolved = word
    // Telex doubles a letter: DD for Đ, AA for Â.
    .replaceAll(/^(D)D|([AEO])\2/g, "$1$2")
    // Its other keys are letters that no syllable has behind a vowel.
    .replaceAll(/(?<=[AEIOUY].*)[FJRSWXZ]/g, "")
    // A vowel may be doubled at the end: NGANA for NGAAN.
    .replace(/([AEO])(CH?|M|N[GH]?|P|T)\1$/, "$1$2")
    // VNI has digits.
    .replaceAll(/(?<=[A-Z])[0-9]+/g, "");
  return syllable.test(resolved) ? resolved : word;
}
