import { changeText } from "./change-text.ts";
import type { WriterRequest } from "./writer-channel.ts";

type ChangesRequest = Extract<WriterRequest, { readonly kind: "changes" }>;

/** Changes as they are sent to the writer's thread: whether others follow, and their text. */
export const changesMessage: {
  readonly write: (request: ChangesRequest) => string;
  readonly read: (message: string) => ChangesRequest;
} = {
  write: ({ changes, othersFollow }) => (othersFollow === true ? "+" : "-") + changeText.write(changes),
  read: (message) => ({
    kind: "changes",
    changes: changeText.read(message.slice(1)),
    othersFollow: message.startsWith("+"),
  }),
};
