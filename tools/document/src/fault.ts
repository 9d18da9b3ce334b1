/** Something wrong in a file, and where. */
export type Fault = {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
};

/** One line that an editor can follow to the place. */
export function printFault(fault: Fault): string {
  return `${fault.path}:${fault.line}:${fault.column}: ${fault.message}`;
}
