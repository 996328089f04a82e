import { Refusal } from "../../errors.ts";

/** A task takes 30 ms: behind more than these, a browser would give up. */
const QUEUE_MAX = 500;
/** Leaves room for other networks. */
const NETWORK_MAX = 250;
/** People sign in on a few devices at one time. Beyond this they have to try again. */
const ACCOUNT_MAX = 64;
const RETRY_SECONDS = 5;

/** The network and account that a task counts for. */
export interface Caller {
  readonly network: string;
  readonly account: string;
}

type Start = () => void;
/** The waiting tasks of one network, by account. */
type Queues = Map<string, Start[]>;

/** A queue that runs at most `size` tasks at a time. */
export function createFairQueue(size: number) {
  /** In order of turns: the first account of the first network is next. After a turn both move to the end. */
  const networks = new Map<string, Queues>();
  let free = size;

  function count(isCounted: (caller: Caller) => boolean): number {
    let total = 0;
    for (const [network, queues] of networks) {
      for (const [account, starts] of queues) if (isCounted({ network, account })) total += starts.length;
    }
    return total;
  }

  function refuseExcess({ network, account }: Caller): void {
    const isTooMany =
      count((caller) => caller.account === account) >= ACCOUNT_MAX ||
      count((caller) => caller.network === network) >= NETWORK_MAX;
    if (isTooMany) throw new Refusal("request.too_many", { retryAfter: RETRY_SECONDS });
    if (count(() => true) >= QUEUE_MAX) throw new Refusal("server.unavailable", { retryAfter: RETRY_SECONDS });
  }

  async function takeSlot(caller: Caller): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    refuseExcess(caller);
    const turn = Promise.withResolvers<void>();
    const queues: Queues = networks.get(caller.network) ?? new Map<string, Start[]>();
    networks.set(caller.network, queues);
    queues.set(caller.account, [...(queues.get(caller.account) ?? []), turn.resolve]);
    await turn.promise;
  }

  /** Removes the next start. Its account and its network move to the end if they have more waiting. */
  function nextStart(): Start | undefined {
    const [[network, queues] = []] = networks;
    const [[account, starts] = []] = queues ?? [];
    if (network === undefined || queues === undefined || account === undefined || starts === undefined)
      return undefined;
    const [next, ...others] = starts;
    networks.delete(network);
    queues.delete(account);
    if (others.length > 0) queues.set(account, others);
    if (queues.size > 0) networks.set(network, queues);
    return next;
  }

  function releaseSlot(): void {
    const start = nextStart();
    if (start === undefined) free += 1;
    else start();
  }

  return {
    /**
     * Runs `task` when one of the slots is free. Networks take turns, and accounts take turns within a network, so that
     * one caller's many tasks do not delay all others.
     * @throws Refusal `request.too_many` when too many tasks of this account or network wait, `server.unavailable` when
     * too many wait in all
     */
    async run<Result>(caller: Caller, task: () => Promise<Result>): Promise<Result> {
      await takeSlot(caller);
      try {
        return await task();
      } finally {
        releaseSlot();
      }
    },
    waiting: () => count(() => true),
  };
}
