import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";

const connectionCount = 32;

/**
 * Sends a request again and again over kept connections, and fails on any answer but 200. It never sleeps meanwhile:
 * to wake it would be the work of whoever answers.
 */
export async function sendRequests(port: number, path: string, token: string, count: number): Promise<void> {
  let isAnswered = false;
  const answered = exchange(port, path, token, count).finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) await setImmediate();
  await answered;
}

function exchange(port: number, path: string, token: string, count: number): Promise<void> {
  const request = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n\r\n`,
  );
  let unsent = count;
  let unanswered = count;
  return new Promise((settle, reject) => {
    for (let index = 0; index < connectionCount; index += 1) {
      const socket = connect(port, "127.0.0.1");
      let left = -1;
      const next = (): void => {
        left = -1;
        if (unsent > 0) {
          unsent -= 1;
          socket.write(request);
        } else socket.end();
      };
      socket.on("connect", next);
      socket.on("error", reject);
      socket.on("data", (chunk) => {
        if (left < 0) {
          const head = chunk.toString("latin1");
          const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
          if (!head.startsWith("HTTP/1.1 200 ") || length === undefined) return reject(new Error(head));
          left = Number(length) + head.indexOf("\r\n\r\n") + 4;
        }
        left -= chunk.length;
        if (left > 0) return;
        unanswered -= 1;
        if (unanswered === 0) settle();
        next();
      });
    }
  });
}
