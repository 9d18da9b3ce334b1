/** Writes the members of a JSON object whose values are JSON already, and leaves out those that have none. */
export function renderMembers(members: Readonly<Record<string, string | undefined>>): string {
  const written: string[] = [];
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) written.push(`"${name}":${value}`);
  }
  return written.join(",");
}
