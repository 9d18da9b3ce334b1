/** What a Worker is given with each request: texts and bindings, by the names of its configuration. */
export type Environment = Readonly<Record<string, unknown>>;
