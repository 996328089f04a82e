export interface LeadershipListener {
  readonly onLead: () => void;
  /** Another tab took the lead because this one did not answer. */
  readonly onLose: () => void;
  /** The browser refuses locks (storage is blocked): there are no tabs to lead. */
  readonly onUnavailable: () => void;
}

export interface Leadership {
  /** Takes the lead from a tab that does not answer. */
  readonly seize: () => void;
  /** Gives the lead to the next tab in line. */
  readonly leave: () => void;
}

/** Waits to lead the tabs that request the lock `name`. The lead passes on when the leading tab closes. */
export function seekLeadership(
  name: string,
  locks: Pick<LockManager, "request">,
  { onLead, onLose, onUnavailable }: LeadershipListener,
): Leadership {
  let hasLeft = false;
  let queued = new AbortController();
  let release: (() => void) | undefined;

  function lead(): Promise<void> {
    if (hasLeft) return Promise.resolve();
    onLead();
    return new Promise((resolve) => {
      release = resolve;
    });
  }

  async function request(options: LockOptions): Promise<void> {
    let isHeld = false;
    try {
      await locks.request(name, options, () => {
        isHeld = true;
        return lead();
      });
    } catch {
      if (hasLeft || options.signal?.aborted) return;
      if (!isHeld) return onUnavailable();
      onLose();
      waitInLine();
    }
  }

  function waitInLine(): void {
    queued = new AbortController();
    void request({ signal: queued.signal });
  }

  waitInLine();
  return {
    seize() {
      queued.abort();
      void request({ steal: true });
    },
    leave() {
      hasLeft = true;
      queued.abort();
      release?.();
    },
  };
}
