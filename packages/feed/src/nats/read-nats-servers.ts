/** The addresses and credentials of NATS servers. */
export type NatsServers = {
  readonly servers: readonly string[];
  readonly user: string | undefined;
  readonly pass: string | undefined;
  /** Whether the connection has to be encrypted. */
  readonly isEncrypted: boolean;
};

/**
 * Parses addresses such as `nats://host:4222`, separated by commas. Undefined if one is invalid. User and password of the
 * first address apply to all of them, so different ones in another address are invalid. An encrypted connection needs a
 * host name: for an IP address the client would accept a certificate for "localhost".
 */
export function readNatsServers(text: string): NatsServers | undefined {
  const addresses = text.split(",").map((part) => part.trim());
  const urls = addresses.map((address) => (URL.canParse(address) ? new URL(address) : undefined));
  const [first] = urls;
  if (first === undefined || !urls.every((url) => url !== undefined && isAddress(url))) return undefined;
  const [user, pass] = [decode(first.username), decode(first.password)];
  if (user === undefined || pass === undefined) return undefined;
  const hasSameCredentials = ({ username, password }: URL): boolean =>
    (username === "" && password === "") || (username === first.username && password === first.password);
  if (!urls.every((url) => url !== undefined && hasSameCredentials(url))) return undefined;
  const isEncrypted = urls.some((url) => url?.protocol === "tls:");
  if (isEncrypted && urls.some((url) => /^(\[.*\]|[\d.]+)$/.test(url?.hostname ?? ""))) return undefined;
  return {
    servers: urls.map((url) => `${url?.hostname}:${url?.port || "4222"}`),
    user: user || undefined,
    pass: pass || undefined,
    isEncrypted,
  };
}

function isAddress({ protocol, hostname, pathname, search, hash }: URL): boolean {
  const isBare = (pathname === "" || pathname === "/") && search === "" && hash === "";
  return (protocol === "nats:" || protocol === "tls:") && hostname !== "" && isBare;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
