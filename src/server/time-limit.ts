export class TimeoutError extends Error {}

/** The result of `work`. @throws TimeoutError when `work` takes longer than `longestMs`; `null`: no limit */
export async function within<Result>(longestMs: number | null, work: Promise<Result>): Promise<Result> {
  if (longestMs === null) return work;
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new TimeoutError(`no answer for ${longestMs} ms`)), longestMs);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
