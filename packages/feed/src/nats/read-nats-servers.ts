/** Where servers of NATS are, and what opens them. */
export type NatsServers = {
  readonly servers: readonly string[];
  readonly user: string | undefined;
  readonly pass: string | undefined;
  /** Whether the connection has to be encrypted. */
  readonly isEncrypted: boolean;
};

/** Reads addresses such as `nats://host:4222`, separated by commas; undefined where one is none. */
export function readNatsServers(text: string): NatsServers | undefined {
  const addresses = text.split(",").map((part) => part.trim());
  const urls = addresses.map((address) => (URL.canParse(address) ? new URL(address) : undefined));
  const [first] = urls;
  if (first === undefined || !urls.every((url) => url !== undefined && isAddress(url))) return undefined;
  return {
    servers: urls.map((url) => `${url?.hostname}:${url?.port || "4222"}`),
    user: decodeURIComponent(first.username) || undefined,
    pass: decodeURIComponent(first.password) || undefined,
    isEncrypted: urls.some((url) => url?.protocol === "tls:"),
  };
}

function isAddress({ protocol, hostname, pathname, search, hash }: URL): boolean {
  const isBare = (pathname === "" || pathname === "/") && search === "" && hash === "";
  return (protocol === "nats:" || protocol === "tls:") && hostname !== "" && isBare;
}
