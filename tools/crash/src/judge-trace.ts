/** What strace saw of one writer: how many acknowledgements, and how many of them no flush came before. */
export type FlushTrace = { readonly acknowledgements: number; readonly unflushed: number };

/**
 * Between one acknowledgement and the next there has to be a flush that succeeded; counts those without. The flush of the
 * first one may lie before the watch began.
 */
export function judgeTrace(trace: string): FlushTrace {
  let acknowledgements = 0;
  let unflushed = 0;
  let hasFlushed = false;
  for (const line of trace.split("\n")) {
    if (/\b(?:fsync|fdatasync)(?:\(| resumed)/.test(line) && /= 0$/.test(line)) hasFlushed = true;
    if (!/write\(\d+, "A-/.test(line)) continue;
    acknowledgements += 1;
    if (!hasFlushed && acknowledgements > 1) unflushed += 1;
    hasFlushed = false;
  }
  return { acknowledgements, unflushed };
}
