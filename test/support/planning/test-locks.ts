/** The locks of a page. When the page dies, its locks are released: no task starts and no request resolves any more. */
export function locksUntilDeath(profile: string, death: Promise<void>): Pick<LockManager, "request"> {
  let isDead = false;
  void death.then(() => (isDead = true));
  function request(name: string, task: () => Promise<unknown>): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers();
    void navigator.locks.request(`${profile}.${name}`, async () => {
      const result = await Promise.race([isDead ? death : task(), death]);
      if (!isDead) resolve(result);
    });
    return promise;
  }
  return { request: request as LockManager["request"] };
}
