/**
 * Runs `task` while no other tab of this browser runs one under the same `name`. Where the browser gives no locks (an
 * insecure address, or storage that is blocked) it runs without: then nothing but the task itself keeps it whole.
 */
export async function exclusively<Result>(name: string, task: () => Result): Promise<Result> {
  // Absent in insecure contexts, whatever the type says.
  const locks = navigator.locks as LockManager | undefined;
  let isStarted = false;
  function start(): Result {
    isStarted = true;
    return task();
  }
  try {
    return locks ? ((await locks.request(name, start)) as Result) : start();
  } catch (error) {
    if (isStarted) throw error;
    return start();
  }
}
