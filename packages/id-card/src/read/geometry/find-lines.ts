import type { Edges } from "./find-edges.ts";

/** A line by the direction across it, in degrees, and its distance from the middle of the image that way. */
export interface Line {
  readonly degrees: number;
  readonly distance: number;
  readonly votes: number;
}

/** How far an edge pixel's direction may be from that of a line it votes for. */
const degreesAside = 3;

/** A single sharp pixel counts no more than this, so that a long faint side outvotes a short bold letter. */
const voteMax = 24;

/** Finds the longest straight lines by letting each edge pixel vote for those that it may lie on, the strongest first. */
export function findLines(edges: Edges, countMax: number): Line[] {
  const radius = Math.ceil(Math.hypot(edges.width, edges.height) / 2);
  const span = 2 * radius + 1;
  const votes = smoothVotes(castVotes(edges, radius), span);
  const lines: Line[] = [];
  while (lines.length < countMax) {
    let best = 0;
    for (let i = 1; i < votes.length; i += 1) if ((votes[i] as number) > (votes[best] as number)) best = i;
    const count = votes[best] as number;
    if (count < (lines[0]?.votes ?? 0) * 0.08 || count <= 0) break;
    const degrees = Math.floor(best / span);
    const distance = (best % span) - radius;
    lines.push({ degrees, distance, votes: count });
    silence(votes, span, radius, degrees, distance);
  }
  return lines;
}

function castVotes({ width, height, strength, direction }: Edges, radius: number): Float32Array {
  const span = 2 * radius + 1;
  const votes = new Float32Array(180 * span);
  const cosines = Float64Array.from({ length: 180 }, (_, i) => Math.cos((i * Math.PI) / 180));
  const sines = Float64Array.from({ length: 180 }, (_, i) => Math.sin((i * Math.PI) / 180));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const here = strength[y * width + x] as number;
      if (here === 0) continue;
      const vote = Math.min(here, voteMax);
      for (let aside = -degreesAside; aside <= degreesAside; aside += 1) {
        const degrees = ((direction[y * width + x] as number) + aside + 180) % 180;
        const distance =
          (x - width / 2) * (cosines[degrees] as number) + (y - height / 2) * (sines[degrees] as number);
        const index = degrees * span + Math.round(distance) + radius;
        votes[index] = (votes[index] as number) + vote;
      }
    }
  }
  return votes;
}

function smoothVotes(votes: Float32Array, span: number): Float32Array {
  const smooth = new Float32Array(votes.length);
  for (let i = 1; i < votes.length - 1; i += 1) {
    const isAtEnd = i % span === 0 || i % span === span - 1;
    if (!isAtEnd) smooth[i] = (votes[i - 1] as number) + 2 * (votes[i] as number) + (votes[i + 1] as number);
  }
  return smooth;
}

/** Nothing close to a line that was found is another line. */
function silence(votes: Float32Array, span: number, radius: number, degrees: number, distance: number): void {
  for (let turn = -4; turn <= 4; turn += 1) {
    // Beyond 180 degrees the same line comes back with its distance turned round.
    const wrapped = degrees + turn;
    const row = (wrapped + 180) % 180;
    const middle = (wrapped < 0 || wrapped >= 180 ? -distance : distance) + radius;
    const reach = 4 + 2 * Math.abs(turn);
    for (let at = Math.max(0, middle - reach); at <= Math.min(span - 1, middle + reach); at += 1) {
      votes[row * span + at] = 0;
    }
  }
}
