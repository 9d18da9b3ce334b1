/** A Worker in one module, with the compiled ones beside it and what it imports from its runtime. */
export type Bundle = {
  readonly code: string;
  /** The WebAssembly that it imports, by the names that it does so by. */
  readonly compiled: ReadonlyMap<string, Uint8Array>;
  readonly runtimeImports: readonly RuntimeImport[];
  /** The bytes of each package in the bundle, heaviest first. */
  readonly weights: readonly { readonly name: string; readonly sizeBytes: number }[];
};

/** An import of what Workers do not have. */
export type RuntimeImport = {
  readonly specifier: string;
  /** The files from the entry to the one that imports it. */
  readonly chain: readonly string[];
};
