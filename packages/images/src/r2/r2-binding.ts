/** As much of an R2 bucket, the way a Worker has it in its environment, as images need. */
export type R2Binding = {
  put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<unknown>;
  get(name: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
  delete(name: string): Promise<void>;
  list(options: { readonly cursor?: string }): Promise<{
    readonly objects: readonly { readonly key: string }[];
    readonly truncated: boolean;
    readonly cursor?: string;
  }>;
};
