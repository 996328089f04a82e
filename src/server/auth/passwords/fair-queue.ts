import { Refusal } from "../../errors.ts";

/** The most waiting tasks in all. A task takes 30 ms: if more tasks were ahead of it, a request would time out. */
const QUEUE_MAX = 500;
/** The most waiting tasks of one network (clients with the same address), so that other networks find a place. */
const NETWORK_MAX = 250;
/** The most waiting tasks of one account. A person signs in on a few devices at one time. */
const ACCOUNT_MAX = 64;
const RETRY_SECONDS = 5;

export interface Caller {
  readonly network: string;
  readonly account: string;
}

type Start = () => void;
/** The waiting tasks of one network, by account. */
type Queues = Map<string, Start[]>;

/** Creates a queue that runs at most `size` tasks at a time, used for password hashing. Callers take turns. */
export function createFairQueue(size: number) {
  /** Round robin: the first task of the first account of the first network is next. Then both move to the end. */
  const networks = new Map<string, Queues>();
  let freeSlots = size;

  function countWaiting(isCounted: (caller: Caller) => boolean = () => true): number {
    let total = 0;
    for (const [network, queues] of networks) {
      for (const [account, starts] of queues) if (isCounted({ network, account })) total += starts.length;
    }
    return total;
  }

  function refuseExcess({ network, account }: Caller): void {
    const isTooMany =
      countWaiting((caller) => caller.account === account) >= ACCOUNT_MAX ||
      countWaiting((caller) => caller.network === network) >= NETWORK_MAX;
    if (isTooMany) throw new Refusal("request.too_many", { retryAfter: RETRY_SECONDS });
    if (countWaiting() >= QUEUE_MAX) throw new Refusal("server.unavailable", { retryAfter: RETRY_SECONDS });
  }

  async function takeSlot(caller: Caller): Promise<void> {
    if (freeSlots > 0) {
      freeSlots -= 1;
      return;
    }
    refuseExcess(caller);
    const turn = Promise.withResolvers<void>();
    const queues: Queues = networks.get(caller.network) ?? new Map<string, Start[]>();
    networks.set(caller.network, queues);
    queues.set(caller.account, [...(queues.get(caller.account) ?? []), turn.resolve]);
    await turn.promise;
  }

  /** Takes the next task from the queue. Its account and its network move to the end if they have more waiting tasks. */
  function takeNext(): Start | undefined {
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
    const start = takeNext();
    if (start === undefined) freeSlots += 1;
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
    waiting: () => countWaiting(),
  };
}
