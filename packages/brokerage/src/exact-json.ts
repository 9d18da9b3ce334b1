/** JSON that keeps whole numbers of any size: they are written as texts, and known by the ends of their names. */
export const exactJson = {
  write: (value: object): string =>
    JSON.stringify(value, (_name, each) => (typeof each === "bigint" ? String(each) : each)),
  read: (text: string): unknown =>
    JSON.parse(text, (name, each) =>
      exactName.test(name) && typeof each === "string" ? BigInt(each) : each,
    ),
} as const;

const exactName = /(?:Vnd|[qQ]uantity|Price|[rR]atio|Rate|^lot|^contractSize)$/;
