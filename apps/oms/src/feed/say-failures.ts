import { reasonOf } from "./reason-of.ts";

/** Says once of each thing that NATS does not take why it does not. */
export function sayFailures(say: (line: string) => void): (thrown: unknown) => void {
  const said = new Set<string>();
  return (thrown) => {
    const reason = reasonOf(thrown);
    if (said.has(reason)) return;
    said.add(reason);
    say(`NATS does not take something: ${reason}.`);
  };
}
