/**
 * Runs `task` while no other tab holds the lock `name`. If the browser has no locks (insecure address) or refuses them
 * (blocked storage), it runs without one, and `isHeld` is false.
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
