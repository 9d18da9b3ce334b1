import { connect } from "node:net";
import type { Rubbish } from "./make-rubbish.ts";
import { readAnswer, type WireAnswer } from "./read-answer.ts";

/** What came back: answers, and whatever is wrong with the bytes themselves. */
export type Reply = { readonly answers: readonly WireAnswer[]; readonly faults: readonly string[] };

/** As long as a request that may be unfinished is waited for, before it is said that nothing more comes; a busy machine reads a card in half of it. */
const silenceMs = 1_000;
const lifeMsMax = 5_000;

/** Sends rubbish on a connection of its own and reads until the server is done with it. */
export function sendRubbish(port: number, { bytes, isHead }: Rubbish): Promise<Reply> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const answers: WireAnswer[] = [];
  const faults: string[] = [];
  let received = Buffer.alloc(0);
  socket.write(bytes);
  const read = (): void => {
    while (answers.at(-1)?.isLast !== true) {
      const reading = readAnswer(received, isHead && answers.length === 0);
      if (reading.kind === "incomplete") return;
      if (reading.kind === "broken") {
        faults.push(`the answer ${reading.fault}`);
        socket.destroy();
        return;
      }
      answers.push(reading.answer);
      received = received.subarray(reading.length);
    }
  };
  let timer = setTimeout(() => socket.end(), silenceMs);
  const life = setTimeout(() => {
    faults.push(`the connection was still open after ${lifeMsMax} ms`);
    socket.destroy();
  }, lifeMsMax);
  socket.on("data", (more: Buffer) => {
    received = Buffer.concat([received, more]);
    read();
    clearTimeout(timer);
    // What stands behind the first request may have an answer of its own.
    if (answers.length > 0) timer = setTimeout(() => socket.end(), 5);
  });
  socket.on("error", () => {});
  return new Promise((settle) => {
    socket.once("close", () => {
      clearTimeout(timer);
      clearTimeout(life);
      // Of a request that was none nobody knows that it was HEAD, so that its last answer has a body.
      const isBodyOfHead = isHead && answers.at(-1)?.isLast === true;
      if (received.length > 0 && faults.length === 0 && !isBodyOfHead) {
        faults.push(`${received.length} bytes follow the last answer`);
      }
      settle({ answers, faults });
    });
  });
}
