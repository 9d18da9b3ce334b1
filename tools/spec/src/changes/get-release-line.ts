/** The used part of a changeset. */
export type Announcement = { readonly summary: string };

/** Another package of the workspace with a new version. */
export type Companion = { readonly name: string; readonly newVersion: string };

/** Formats a changeset for the changelog, without commit hashes. */
export function getReleaseLine({ summary }: Announcement): string {
  return `- ${summary.trim().replaceAll("\n", "\n  ")}`;
}

/** Formats the versions of other packages for the changelog. */
export function getDependencyReleaseLine(
  _changesets: readonly Announcement[],
  companions: readonly Companion[],
): string {
  return companions.map(({ name, newVersion }) => `- Goes with ${name} ${newVersion}.`).join("\n");
}
