const loopback = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/;

/**
 * Says what is wrong with the address of a key set; gives nothing where keys may be fetched from it. Whoever can change
 * keys on their way can sign tokens, so they come by https, or from this machine.
 */
export function judgeKeysUrl(text: string): string | undefined {
  if (!URL.canParse(text))
    return "The address of the keys is no URL: write such as https://login.example/keys.";
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") {
    return "The address of the keys holds a name or a password: leave them out, for public keys need none.";
  }
  if (protocol === "https:" || (protocol === "http:" && loopback.test(hostname))) return undefined;
  return "The address of the keys is neither https nor http on this machine: use https.";
}
