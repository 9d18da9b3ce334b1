import type { ImageSide } from "./image-name.ts";

/** What is recorded with an image, and sealed with it: why it is here, since when, and by whose leave. */
export type ImageRecord = {
  readonly side: ImageSide;
  readonly mediaType: "image/jpeg";
  readonly keptAtMs: number;
  /** What the operator says images are kept for. */
  readonly purpose: string;
  /** The words that whoever sent the images has agreed to, by the operator's name for them. */
  readonly consent: string;
  /** The request that it came by, which logs have as well. */
  readonly requestId: string;
  /** Tells whose card it is to whoever knows the number and the key, and nothing to anybody else; null where none was read. */
  readonly subject: string | null;
};
