/** The inspector of the runtime answers soon, or not at all. */
const answerMsMax = 30_000;

/** An inspector that is asked one thing after the other. */
export type Inspector = {
  readonly ask: (method: string, parameters?: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly close: () => void;
};

/** Connects to the inspector of a Worker that miniflare runs. */
export async function connectInspector(address: URL, name: string): Promise<Inspector> {
  const socket = new WebSocket(new URL(`/core:user:${name}`, address));
  const waiting = new Map<number, (result: Readonly<Record<string, unknown>>) => void>();
  let count = 0;
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  await new Promise((settle, reject) => {
    socket.onopen = settle;
    socket.onerror = () => reject(new Error("The inspector is not to be reached."));
  });
  return {
    ask: (method, parameters = {}) => {
      count += 1;
      const id = count;
      return new Promise((settle, reject) => {
        setTimeout(reject, answerMsMax, new Error("The inspector does not answer.")).unref();
        waiting.set(id, settle);
        socket.send(JSON.stringify({ id, method, params: parameters }));
      });
    },
    close: () => socket.close(),
  };
}
