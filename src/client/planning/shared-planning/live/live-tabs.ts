import { SILENCE_MS, type Told } from "./change-stream.ts";
import { seekLeadership } from "./leadership.ts";
import type { TabChannel } from "./tab-channel.ts";
import { TabMessage } from "./tab-message.ts";

export interface LiveTabsSurroundings {
  readonly name: string;
  /** Absent where the page has no secure context. */
  readonly locks: Pick<LockManager, "request"> | undefined;
  /** May throw, as where storage is blocked. */
  readonly openChannel: (name: string) => TabChannel;
}

export interface LiveTabsListener {
  /** From now on this tab holds the stream, for all; until `onFollow`. */
  readonly onLead: () => void;
  readonly onFollow: () => void;
  /** Another tab told something of the stream. */
  readonly onTold: (told: Told) => void;
  /** Another tab asks this one, which leads; `null` where there is nothing to tell yet. */
  readonly onHello: () => Told | null;
}

/** This tab among those of its browser that share one stream. */
export interface LiveTabs {
  readonly tell: (told: Told) => void;
  readonly tellAlive: () => void;
  /** Asks the leading tab how the stream stands; where no answer comes, this tab takes the lead. */
  readonly askLeader: () => void;
  readonly leave: () => void;
}

/** A page that runs answers within milliseconds; one that was frozen in the background never does. */
const ANSWER_MS = 5_000;

/** Joins the other tabs; where the browser lets tabs not know of each other, each leads alone. */
export function joinLiveTabs({ name, locks, openChannel }: LiveTabsSurroundings, listener: LiveTabsListener): LiveTabs {
  const channel = channelOf(name, openChannel);
  if (locks && channel) return joinThrough(channel, name, locks, listener);
  listener.onLead();
  return { tell() {}, tellAlive() {}, askLeader() {}, leave() {} };
}

function channelOf(name: string, openChannel: (name: string) => TabChannel): TabChannel | null {
  try {
    return openChannel(name);
  } catch {
    return null;
  }
}

function joinThrough(
  channel: TabChannel,
  name: string,
  locks: Pick<LockManager, "request">,
  { onLead, onFollow, onTold, onHello }: LiveTabsListener,
): LiveTabs {
  let role: "following" | "leading" | "alone" = "following";
  let isAsking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const leadership = seekLeadership(name, locks, {
    onLead: () => enter("leading", onLead),
    onUnavailable: () => enter("alone", onLead),
    onLose() {
      enter("following", onFollow);
      askLeader();
    },
  });

  function enter(next: typeof role, tellListener: () => void): void {
    role = next;
    isAsking = false;
    schedule();
    if (role === "alone") channel.close();
    tellListener();
  }

  function post(message: TabMessage): void {
    if (role === "alone") return;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
    channel.postMessage(message);
  }

  /** What comes next unless the tab that leads is heard before; nothing, where this one does. */
  function schedule(): void {
    clearTimeout(timer);
    if (role !== "following") return;
    timer = isAsking ? setTimeout(leadership.seize, ANSWER_MS) : setTimeout(askLeader, SILENCE_MS);
  }

  function askLeader(): void {
    post({ type: "hello" });
    if (isAsking) return;
    isAsking = true;
    schedule();
  }

  function handleMessage(message: TabMessage): void {
    if (message.type === "hello") {
      if (role === "leading") answerHello();
      return;
    }
    // Whatever another tab still says, the one that leads hears the stream itself.
    if (role !== "following") return;
    isAsking = false;
    schedule();
    if (message.type === "told") onTold(message);
  }

  function answerHello(): void {
    const told = onHello();
    post(told ? { type: "told", ...told } : { type: "alive" });
  }

  channel.addEventListener("message", ({ data }) => {
    const message = TabMessage.safeParse(data);
    if (message.success) handleMessage(message.data);
  });
  askLeader();
  return {
    tell: (told) => post({ type: "told", ...told }),
    tellAlive: () => post({ type: "alive" }),
    askLeader,
    leave() {
      clearTimeout(timer);
      leadership.leave();
      channel.close();
    },
  };
}
