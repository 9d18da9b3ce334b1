/** What keeps a file from being read on, and the line that it stands on. */
export class FileFault extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = "FileFault";
    this.line = line;
  }
}
