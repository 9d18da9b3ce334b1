/** Writes the requests that every client may send: operations 4 and 5, and whether the server is alive. */
export function writeRequests(token: string): readonly string[] {
  return [
    writeRequest("/api/v1/diagnostics/margin-ratios/FPT", token),
    writeRequest("/api/v1/notifications?limit=5", token),
    writeRequest("/healthz", token),
  ];
}

/** Writes a GET as a client would send it. */
export function writeRequest(target: string, token: string): string {
  return `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`;
}
