/** The words of a command line that can't be understood; the message names the word and how to write it. */
export class UsageFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageFault";
  }
}
