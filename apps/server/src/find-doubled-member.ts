/**
 * Finds a member that stands twice in one object of a sound JSON text, which `JSON.parse` passes over: the last would win
 * here, and somewhere else the first.
 */
export function findDoubledMember(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let at = 0;
  while (at < json.length) {
    const character = json[at];
    if (character === "{") open.push(new Set());
    else if (character === "[") open.push(undefined);
    else if (character === "}" || character === "]") open.pop();
    else if (character === '"') {
      const end = endOfString(json, at);
      const names = open.at(-1);
      if (names !== undefined && isFollowedByColon(json, end)) {
        const name: string = JSON.parse(json.slice(at, end));
        if (names.has(name)) return name;
        names.add(name);
      }
      at = end;
      continue;
    }
    at += 1;
  }
  return undefined;
}

/** The place behind the closing quote; found by leaps, since an image in Base64 is one string of millions. */
function endOfString(json: string, begin: number): number {
  let quote = json.indexOf('"', begin + 1);
  while (quote >= 0 && isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote < 0 ? json.length : quote + 1;
}

function isEscaped(json: string, at: number): boolean {
  let begin = at;
  while (json[begin - 1] === "\\") begin -= 1;
  return (at - begin) % 2 === 1;
}

function isFollowedByColon(json: string, from: number): boolean {
  let at = from;
  while (/[ \t\r\n]/.test(json[at] ?? "")) at += 1;
  return json[at] === ":";
}
