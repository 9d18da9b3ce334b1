/** Connects to a Node process by the address that `node --inspect` prints. */
export async function openInspector(address: string) {
  const socket = new WebSocket(address);
  await new Promise((settle, reject) => {
    socket.addEventListener("open", settle);
    socket.addEventListener("error", () => reject(new Error(`There is no inspector at ${address}.`)));
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { readonly id?: number; readonly result?: unknown };
    if (id === undefined) return;
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let lastId = 0;
  return {
    /** Calls a method of the protocol. */
    call: (method: string, params: object = {}): Promise<unknown> =>
      new Promise((settle) => {
        lastId += 1;
        waiting.set(lastId, settle);
        socket.send(JSON.stringify({ id: lastId, method, params }));
      }),
    close: (): void => socket.close(),
  };
}
