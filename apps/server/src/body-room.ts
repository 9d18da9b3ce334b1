/** What one request has of a room for bodies. */
export type BodyRoom = {
  /** Takes so many bytes of it, and tells whether they were there. */
  readonly take: (byteCount: number) => boolean;
  /** Gives back all that was taken. */
  readonly leave: () => void;
};

/** Makes a room that the bodies of all requests under way share; each enters it for itself. */
export function makeBodyRoom(sizeBytesMax: number): () => BodyRoom {
  let takenBytes = 0;
  return () => {
    let ownBytes = 0;
    return {
      take: (byteCount) => {
        if (takenBytes + byteCount > sizeBytesMax) return false;
        takenBytes += byteCount;
        ownBytes += byteCount;
        return true;
      },
      leave: () => {
        takenBytes -= ownBytes;
        ownBytes = 0;
      },
    };
  };
}
