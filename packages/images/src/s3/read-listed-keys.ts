/** A page of a listing: keys in their order, and whether others come after them. */
export type ListedKeys = { readonly keys: readonly string[]; readonly isTruncated: boolean };

/**
 * Reads the XML of a listing. Our own names hold nothing that XML writes otherwise; a key that does is somebody else's, and its
 * spelling serves to go on after it.
 */
export function readListedKeys(xml: string): ListedKeys {
  const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => plain(key));
  return { keys, isTruncated: /<IsTruncated>\s*true\s*<\/IsTruncated>/.test(xml) };
}

const signs: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

const lastCodePoint = 0x10_ffff;

/** What names no character stays as it is written. */
function plain(text: string): string {
  return text.replace(
    /&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (written: string, sign?: string, decimal?: string, hexadecimal?: string) => {
      if (sign !== undefined) return signs[sign.toLowerCase()] ?? written;
      const point = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
      return point <= lastCodePoint ? String.fromCodePoint(point) : written;
    },
  );
}
