/** What a client asks for. */
export type CallToWrite = {
  readonly method?: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Writes a request as it goes over the wire. */
export function writeCall({ method = "GET", path, token, headers = {}, body }: CallToWrite): string {
  const text = body === undefined ? "" : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(text === "" ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${text}`;
}
