/** Encodes a server message of PostgreSQL's wire protocol. The body must be ASCII. */
export function renderMessage(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}
