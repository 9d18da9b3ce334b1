const letterCount = 26;
const length = 5;

/** As many symbols, none of which is the beginning of another. */
export function nameSymbols(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    let left = index;
    let symbol = "";
    for (let place = 0; place < length; place += 1) {
      symbol = String.fromCharCode("A".charCodeAt(0) + (left % letterCount)) + symbol;
      left = Math.floor(left / letterCount);
    }
    return symbol;
  });
}
