/** The count of type instantiations in what the compiler prints with `--extendedDiagnostics`. */
export function readInstantiations(printed: string): number {
  const count = /^Instantiations:\s+(\d+)$/m.exec(printed)?.[1];
  if (count === undefined) throw new Error(`The compiler printed no count of instantiations:\n${printed}`);
  return Number(count);
}
