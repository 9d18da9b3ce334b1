/** The changelog of the documentation site: what waits for its release, and the changelogs of the packages. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseChangesetFile } from "@changesets/parse";

type Level = "major" | "minor" | "patch" | "none";

/** The chapters of what waits, by the greatest level that a change has for a package. */
const chapters: readonly { readonly level: Level; readonly heading: string }[] = [
  { level: "major", heading: "Breaking changes" },
  { level: "minor", heading: "New" },
  { level: "patch", heading: "Fixed" },
  { level: "none", heading: "Other" },
];

/** Renders the changes of a repository in Markdown. Headings begin at the second level. */
export function renderChangelog(repository: string): string {
  return [...renderWaiting(join(repository, ".changeset")), ...renderReleased(repository)].join("\n\n");
}

function renderWaiting(folder: string): string[] {
  const changes = readdirSync(folder)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .sort()
    .map((file) => parseChangesetFile(readFileSync(join(folder, file), "utf8")));
  const levels = changes.map(({ releases }) => greatest(releases.map(({ type }) => type)));
  const rendered = chapters.flatMap(({ level, heading }) => {
    const items = changes.flatMap(({ summary, releases }, index) =>
      levels[index] === level
        ? [
            renderItem(
              summary,
              releases.map(({ name }) => shorten(name)),
            ),
          ]
        : [],
    );
    return items.length === 0 ? [] : [`### ${heading}`, items.join("\n")];
  });
  return rendered.length === 0 ? [] : ["## Unreleased", ...rendered];
}

function greatest(levels: readonly Level[]): Level {
  return chapters.find(({ level }) => levels.includes(level))?.level ?? "none";
}

function renderItem(summary: string, names: readonly string[]): string {
  const bearers = names.length === 0 ? "" : `**${names.join(", ")}**: `;
  return `- ${bearers}${summary.trim()}`.replaceAll("\n", "\n  ");
}

function shorten(name: string): string {
  return name.replace(/^@[^/]+\//, "");
}

/** The changelogs that releases have written, a level deeper. */
function renderReleased(repository: string): string[] {
  const homes = ["packages", "apps"].flatMap((room) =>
    readdirSync(join(repository, room)).map((name) => join(repository, room, name, "CHANGELOG.md")),
  );
  return homes
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "utf8").trim().replaceAll(/^#/gm, "##"));
}
