/** There was no answer within the time limit. */
export class TimeoutError extends Error {}

/** The result of `work`. @throws TimeoutError when it takes longer than `longestMs`; `null`: no limit */
export async function within<Result>(longestMs: number | null, work: Promise<Result>): Promise<Result> {
  if (longestMs === null) return work;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new TimeoutError(`no answer for ${longestMs} ms`)), longestMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
