/** Says what is wrong with an address that links begin with: whoever hears a link on its way has what it leads to. */
export function judgePublicUrl(value: string): string | undefined {
  const url = URL.parse(value);
  const isPlain = url !== null && url.href === `${url.origin}${url.pathname}`;
  const isOwn = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url?.hostname ?? "");
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isOwn);
  return value === "" || (isPlain && isSafe)
    ? undefined
    : "has to be an address such as https://api.example.com, without a user, a query or a fragment; http:// is taken for this machine alone.";
}
