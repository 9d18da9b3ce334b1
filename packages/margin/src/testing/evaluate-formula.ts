/** A number as an exact fraction, whose denominator is above 0. */
export type Fraction = { readonly over: bigint; readonly under: bigint };

/**
 * Computes what the formula of an explained figure comes to, exactly and from its inputs alone, as a person with paper
 * and pencil would. A formula of "none where" is undefined if its condition holds; a name that is no input throws.
 */
export function evaluateFormula(
  formula: string,
  inputs: Readonly<Record<string, bigint>>,
): Fraction | boolean | undefined {
  const paper: Paper = { formula, inputs, words: formula.match(/[a-z]\w*|\d+|\S/gi) ?? [] };
  const isNone = accept(paper, "none");
  if (isNone) expectWord(paper, "where");
  let value = readComparison(paper);
  while (accept(paper, "and")) {
    const other = readComparison(paper);
    value = value === true && other === true;
  }
  if (paper.words.length > 0) throw new SyntaxError(`${paper.words[0]} is left of ${formula}.`);
  if (!isNone) return value;
  if (value !== true) throw new RangeError(`${formula} does not hold.`);
  return undefined;
}

/** The words that are still to be read, and what they may name. */
type Paper = {
  readonly formula: string;
  readonly inputs: Readonly<Record<string, bigint>>;
  readonly words: string[];
};

function readComparison(paper: Paper): Fraction | boolean {
  const left = readSum(paper);
  const sign = acceptAny(paper, ["<", ">", "=", "≤"]);
  if (sign === undefined) return left;
  const right = readSum(paper);
  const difference = left.over * right.under - right.over * left.under;
  if (sign === "<") return difference < 0n;
  if (sign === ">") return difference > 0n;
  return sign === "=" ? difference === 0n : difference <= 0n;
}

function readSum(paper: Paper): Fraction {
  let sum = readProduct(paper);
  for (;;) {
    const sign = acceptAny(paper, ["+", "−"]);
    if (sign === undefined) return sum;
    const { over, under } = sign === "+" ? readProduct(paper) : negate(readProduct(paper));
    sum = { over: sum.over * under + over * sum.under, under: sum.under * under };
  }
}

function readProduct(paper: Paper): Fraction {
  let product = readFactor(paper);
  for (;;) {
    const sign = acceptAny(paper, ["×", "÷"]);
    if (sign === undefined) return product;
    const { over, under } = sign === "×" ? readFactor(paper) : invert(readFactor(paper));
    product = { over: product.over * over, under: product.under * under };
  }
}

function readFactor(paper: Paper): Fraction {
  const word = paper.words.shift() ?? "the end";
  if (word === "(") return readUntil(paper, ")");
  if (word === "|") return mapOver(readUntil(paper, "|"), (over) => (over < 0n ? -over : over));
  if (word === "⌊") return floor(readUntil(paper, "⌋"));
  if (word === "⌈") return negate(floor(negate(readUntil(paper, "⌉"))));
  if (word === "max" || word === "min") return readChoice(paper, word);
  const number = /^\d/.test(word) ? BigInt(word) : paper.inputs[word];
  if (number === undefined) throw new SyntaxError(`${word} is no input of ${paper.formula}.`);
  return { over: number, under: unitOf(word) };
}

/** Rates and ratios are given in millionths. */
export function unitOf(name: string): bigint {
  return /(?:Ratio|Rate)$/.test(name) ? 1_000_000n : 1n;
}

function readChoice(paper: Paper, kind: "max" | "min"): Fraction {
  expectWord(paper, "(");
  const one = readUntil(paper, ",");
  const other = readUntil(paper, ")");
  const isGreater = one.over * other.under > other.over * one.under;
  return isGreater === (kind === "max") ? one : other;
}

function readUntil(paper: Paper, end: string): Fraction {
  const value = readSum(paper);
  expectWord(paper, end);
  return value;
}

function expectWord(paper: Paper, word: string): void {
  if (!accept(paper, word)) throw new SyntaxError(`${word} is missing in ${paper.formula}.`);
}

function acceptAny(paper: Paper, words: readonly string[]): string | undefined {
  return words.find((word) => accept(paper, word));
}

function accept({ words }: Paper, word: string): boolean {
  if (words[0] !== word) return false;
  words.shift();
  return true;
}

function mapOver({ over, under }: Fraction, change: (over: bigint) => bigint): Fraction {
  return { over: change(over), under };
}

function negate(value: Fraction): Fraction {
  return mapOver(value, (over) => -over);
}

function floor({ over, under }: Fraction): Fraction {
  const rest = ((over % under) + under) % under;
  return { over: (over - rest) / under, under: 1n };
}

function invert({ over, under }: Fraction): Fraction {
  if (over === 0n) throw new RangeError("Nothing is divided by 0.");
  return over < 0n ? { over: -under, under: -over } : { over: under, under: over };
}
