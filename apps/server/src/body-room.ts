/** What one request has of a room for bodies. */
export type BodyRoom = {
  /** Takes so many bytes of it, and tells whether they were there. */
  readonly take: (byteCount: number) => boolean;
  /** Gives back all that was taken. */
  readonly leave: () => void;
};

/**
 * Makes a room that the bodies of all requests under way share; each enters it for itself. The requests of one sender, such
 * as a network address, have no more than `shareBytesMax` of it together.
 */
export function makeBodyRoom(
  sizeBytesMax: number,
  shareBytesMax: number = sizeBytesMax,
): (sender?: string) => BodyRoom {
  let takenBytes = 0;
  const shares = new Map<string, number>();
  return (sender = "") => {
    let ownBytes = 0;
    const add = (byteCount: number): void => {
      const shareBytes = (shares.get(sender) ?? 0) + byteCount;
      takenBytes += byteCount;
      ownBytes += byteCount;
      if (shareBytes > 0) shares.set(sender, shareBytes);
      else shares.delete(sender);
    };
    return {
      take: (byteCount) => {
        const shareBytes = (shares.get(sender) ?? 0) + byteCount;
        if (takenBytes + byteCount > sizeBytesMax || shareBytes > shareBytesMax) return false;
        add(byteCount);
        return true;
      },
      leave: () => add(-ownBytes),
    };
  };
}
