/** What was done to those who were connected to a server. */
export type Cut = { readonly connectionCount: number; readonly hasCrashed: boolean };
