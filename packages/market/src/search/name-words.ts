/** Words that belong to no name: the legal form of a company, words that say "share", and what is no share of Vietnam. Folded. */

/** Vietnamese and English legal forms. */
export const legalForms: ReadonlySet<string> = new Set([
  ..."TONG CONG TY CO PHAN|TONG CONG TY|CONG TY CO PHAN|CONG TY TNHH|CONG TY|CTY CO PHAN|CTY CP|CTY TNHH|CTY".split(
    "|",
  ),
  ..."TONG CTCP|TCTCP|TCT CP|TCT|CTCP|CT CP|TAP DOAN|THUONG MAI CO PHAN|TM CP|TMCP|TNHH|MTV|CO PHAN|CP".split(
    "|",
  ),
  ..."JOINT STOCK COMPANY|JOINT STOCK|JSC|CORPORATION|CORP|COMPANY|LIMITED|LTD|GROUP|HOLDINGS|HOLDING".split(
    "|",
  ),
]);

/** What people write around a symbol or a name. */
export const shareWords: ReadonlySet<string> = new Set([
  ..."MA CO PHIEU|MA CHUNG KHOAN|MA CK|MA CP|MA|GIA CO PHIEU|GIA CP|GIA|CO PHIEU|CP|NGANH|NHOM".split("|"),
  ..."STOCK|STOCKS|SHARE|SHARES|TICKER|SYMBOL|PRICE".split("|"),
]);

/** Classes of instruments, and what other markets trade. Only an instrument that begins with them is meant. */
export const otherMarkets: ReadonlySet<string> = new Set([
  ..."CO PHIEU|TRAI PHIEU|CHUNG QUYEN|CHUNG CHI QUY|QUY|ETF|PHAI SINH|BOND|BONDS|STOCK|STOCKS|FUND|WARRANT".split(
    "|",
  ),
  ..."CO PHIEU MY|CHUNG KHOAN MY|TIEN AO|TIEN SO|CRYPTO|BITCOIN|BTC|ETH|USDT|USD|FOREX".split("|"),
  ..."AAPL|ABNB|ADBE|AMD|AMZN|ARM|AVGO|BABA|BAC|BRK|COIN|CRM|DIS|GOOG|GOOGL|GOLD|GS|IBM|INTC|JNJ|JPM|KO".split(
    "|",
  ),
  ..."MCD|META|MSFT|MU|NFLX|NIO|NKE|NVDA|ORCL|PEP|PFE|PLTR|PYPL|QCOM|QQQ|SPY|TSLA|TSM|UBER|VOO|WMT|XOM".split(
    "|",
  ),
]);

/** The pattern of any of these, with longer ones first. */
function anyOf(texts: ReadonlySet<string>): string {
  return `(?:${[...texts].sort((one, other) => other.length - one.length).join("|")})`;
}

/** A character of a word: letters and digits, and everything beyond ASCII. */
const inWord = "[A-Z0-9\\u0080-\\uffff]";
const legalForm = new RegExp(`(?<!${inWord})${anyOf(legalForms)}(?!${inWord})`, "g");
const betweenWords = /[^A-Z0-9\u0080-\uffff]+/g;
const shareWordsInFront = new RegExp(`^(?:${anyOf(shareWords)} )+`);
// Repeated, this pattern would backtrack exponentially: "MA CP" is one of the words, and so are "MA" and "CP".
const shareWordBehind = new RegExp(` ${anyOf(shareWords)}$`);

/** A folded text without the words of a legal form. Unchanged if it has no other words. */
export function withoutLegalForm(folded: string): string {
  if (!folded.includes(" ")) return folded;
  const rest = folded.replaceAll(legalForm, "").replaceAll(/ +/g, " ").trim();
  return lettersOf(rest) === "" ? folded : rest;
}

/** A folded term without the words at its ends that say "share". Unchanged if it has no other words. */
export function withoutShareWords(folded: string): string {
  let rest = folded.replace(shareWordsInFront, "");
  while (shareWordBehind.test(rest)) rest = rest.replace(shareWordBehind, "");
  return rest;
}

export function lettersOf(folded: string): string {
  return folded.replaceAll(betweenWords, "");
}

/** What two spellings of one name have in common: the letters and digits without the legal form. */
export function nameKeyOf(folded: string): string {
  return lettersOf(withoutLegalForm(folded));
}
