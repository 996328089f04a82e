/**
 * Runs `task` while no other tab holds the lock of this name. Where the browser gives no locks (an insecure address) or
 * refuses them (storage that is blocked) it runs without; `isHeld` tells.
 */
export async function withLock<Result>(
  locks: Pick<LockManager, "request"> | undefined,
  name: string,
  task: (isHeld: boolean) => Result | Promise<Result>,
): Promise<Result> {
  if (!locks) return task(false);
  let isStarted = false;
  try {
    return await locks.request(name, () => {
      isStarted = true;
      return task(true);
    });
  } catch (error) {
    if (isStarted) throw error;
    return task(false);
  }
}
