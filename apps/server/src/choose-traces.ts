const digitsRead = 13;
const valuesRead = 2 ** (4 * digitsRead);

/**
 * Chooses a share of the traces by their ids, from 0 for none to 1 for all. Whoever else chooses by the end of the id,
 * as OpenTelemetry does, chooses the same traces.
 */
export function chooseTraces(ratio: number): (traceId: string) => boolean {
  if (ratio >= 1) return () => true;
  if (ratio <= 0) return () => false;
  const least = Math.round((1 - ratio) * valuesRead);
  return (traceId) => Number.parseInt(traceId.slice(-digitsRead), 16) >= least;
}
