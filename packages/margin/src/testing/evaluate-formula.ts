/** An exact fraction. The denominator is above 0. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

/**
 * Evaluates the formula of an explained figure exactly, from its inputs alone. A formula that starts with `none where` gives
 * undefined if its condition holds, and throws otherwise. An unknown name throws.
 */
export function evaluateFormula(
  formula: string,
  inputs: Readonly<Record<string, bigint>>,
): Fraction | boolean | undefined {
  const parser: Parser = { formula, inputs, tokens: formula.match(/[a-z]\w*|\d+|\S/gi) ?? [] };
  const isNone = accept(parser, "none");
  if (isNone) expectToken(parser, "where");
  let value = readComparison(parser);
  while (accept(parser, "and")) {
    const other = readComparison(parser);
    value = value === true && other === true;
  }
  if (parser.tokens.length > 0) throw new SyntaxError(`Unexpected ${parser.tokens[0]} in ${formula}.`);
  if (!isNone) return value;
  if (value !== true) throw new RangeError(`${formula} does not hold.`);
  return undefined;
}

/** The remaining tokens, and the names that they may refer to. */
type Parser = {
  readonly formula: string;
  readonly inputs: Readonly<Record<string, bigint>>;
  readonly tokens: string[];
};

function readComparison(parser: Parser): Fraction | boolean {
  const left = readSum(parser);
  const sign = acceptAny(parser, ["<", ">", "=", "≤"]);
  if (sign === undefined) return left;
  const right = readSum(parser);
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  if (sign === "<") return difference < 0n;
  if (sign === ">") return difference > 0n;
  return sign === "=" ? difference === 0n : difference <= 0n;
}

function readSum(parser: Parser): Fraction {
  let sum = readProduct(parser);
  for (;;) {
    const sign = acceptAny(parser, ["+", "−"]);
    if (sign === undefined) return sum;
    const { numerator, denominator } = sign === "+" ? readProduct(parser) : negate(readProduct(parser));
    sum = {
      numerator: sum.numerator * denominator + numerator * sum.denominator,
      denominator: sum.denominator * denominator,
    };
  }
}

function readProduct(parser: Parser): Fraction {
  let product = readFactor(parser);
  for (;;) {
    const sign = acceptAny(parser, ["×", "÷"]);
    if (sign === undefined) return product;
    const { numerator, denominator } = sign === "×" ? readFactor(parser) : invert(readFactor(parser));
    product = { numerator: product.numerator * numerator, denominator: product.denominator * denominator };
  }
}

function readFactor(parser: Parser): Fraction {
  const token = parser.tokens.shift() ?? "the end";
  if (token === "(") return readUntil(parser, ")");
  if (token === "|")
    return mapNumerator(readUntil(parser, "|"), (numerator) => (numerator < 0n ? -numerator : numerator));
  if (token === "⌊") return floor(readUntil(parser, "⌋"));
  if (token === "⌈") return negate(floor(negate(readUntil(parser, "⌉"))));
  if (token === "max" || token === "min") return readChoice(parser, token);
  const number = /^\d/.test(token) ? BigInt(token) : parser.inputs[token];
  if (number === undefined) throw new SyntaxError(`${token} is not an input of ${parser.formula}.`);
  return { numerator: number, denominator: unitOf(token) };
}

/** Rates and ratios are in millionths. */
export function unitOf(name: string): bigint {
  return /(?:Ratio|Rate)$/.test(name) ? 1_000_000n : 1n;
}

function readChoice(parser: Parser, kind: "max" | "min"): Fraction {
  expectToken(parser, "(");
  const one = readUntil(parser, ",");
  const other = readUntil(parser, ")");
  const isGreater = one.numerator * other.denominator > other.numerator * one.denominator;
  return isGreater === (kind === "max") ? one : other;
}

function readUntil(parser: Parser, end: string): Fraction {
  const value = readSum(parser);
  expectToken(parser, end);
  return value;
}

function expectToken(parser: Parser, token: string): void {
  if (!accept(parser, token)) throw new SyntaxError(`${token} is missing in ${parser.formula}.`);
}

function acceptAny(parser: Parser, tokens: readonly string[]): string | undefined {
  return tokens.find((token) => accept(parser, token));
}

function accept({ tokens }: Parser, token: string): boolean {
  if (tokens[0] !== token) return false;
  tokens.shift();
  return true;
}

function mapNumerator({ numerator, denominator }: Fraction, change: (numerator: bigint) => bigint): Fraction {
  return { numerator: change(numerator), denominator };
}

function negate(value: Fraction): Fraction {
  return mapNumerator(value, (numerator) => -numerator);
}

function floor({ numerator, denominator }: Fraction): Fraction {
  const rest = ((numerator % denominator) + denominator) % denominator;
  return { numerator: (numerator - rest) / denominator, denominator: 1n };
}

function invert({ numerator, denominator }: Fraction): Fraction {
  if (numerator === 0n) throw new RangeError("Division by 0.");
  return numerator < 0n
    ? { numerator: -denominator, denominator: -numerator }
    : { numerator: denominator, denominator: numerator };
}
