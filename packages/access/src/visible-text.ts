/** Which texts people can read as they are stored: names, reasons and notes that logs, audits and tables show. */

/**
 * Control characters, line ends, format characters such as direction marks, lone surrogates, and letters that show nothing. The
 * two joiners are format characters that some scripts and emoji are written with.
 */
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|(?![\u200c\u200d])\p{Cf}/u;

/** Whether a text shows something, on one line, and hides nothing. */
export function isVisibleText(text: string): boolean {
  return !hidden.test(text) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}
