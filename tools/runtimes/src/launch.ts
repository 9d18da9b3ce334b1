/** How the built server is started: a program, the words before it, and the entry for that runtime. */
export type Launch = { readonly command: string; readonly words: readonly string[]; readonly entry: string };
