/** What a changelog is told of a changeset: the sentence that was written for the users. */
export type Announcement = { readonly summary: string };

/** What a changelog is told of another package of the workspace that moves as well. */
export type Companion = { readonly name: string; readonly newVersion: string };

/** The line of a change, in the words of its changeset and without the marks of our own history. */
export function getReleaseLine({ summary }: Announcement): string {
  return `- ${summary.trim().replaceAll("\n", "\n  ")}`;
}

/** The line that says which version of another package belongs to this one. */
export function getDependencyReleaseLine(
  _changesets: readonly Announcement[],
  companions: readonly Companion[],
): string {
  return companions.map(({ name, newVersion }) => `- Goes with ${name} ${newVersion}.`).join("\n");
}
