/**
 * As much of a request as is looked at where it has no body, so that a runtime need not make a whole one of what it has
 * taken off the wire. Every `Request` is one.
 */
export type Asked = Pick<Request, "method" | "url"> & { readonly headers: Pick<Headers, "get"> };
