/** A store or a file of keys has not answered for as long as it may take. */
export class StoreLate extends Error {
  readonly code = "IMAGES_LATE";

  constructor(waitMsMax: number) {
    super(`The store of images has not answered within ${waitMsMax} ms.`);
    this.name = "StoreLate";
  }
}

/**
 * Waits for work no longer than so many milliseconds; the work itself goes on.
 *
 * @throws StoreLate where it takes longer
 */
export async function endInTime<T>(work: Promise<T>, waitMsMax: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_settle, reject) => {
    timer = setTimeout(() => reject(new StoreLate(waitMsMax)), waitMsMax);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
