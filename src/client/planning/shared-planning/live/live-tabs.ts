import { SILENCE_MS } from "./change-stream.ts";
import { seekLeadership } from "./leadership.ts";
import type { TabChannel } from "./tab-channel.ts";
import type { StreamedEvent } from "./stream-position.ts";
import { TabMessage } from "./tab-message.ts";

export interface LiveTabsEnvironment {
  readonly name: string;
  /** Absent where the page has no secure context. */
  readonly locks: Pick<LockManager, "request"> | undefined;
  /** May throw, for example where storage is blocked. */
  readonly openChannel: (name: string) => TabChannel;
}

export interface LiveTabsListener {
  /** From now on this tab connects to the stream for all tabs, until `onFollow`. */
  readonly onLead: () => void;
  readonly onFollow: () => void;
  /** Another tab broadcast an event of the stream. */
  readonly onEvent: (streamed: StreamedEvent) => void;
  /** The leading tab is there, and had no event to send. */
  readonly onAlive: () => void;
  /** Another tab asks this one, which leads. `null` if there is no state to report yet. */
  readonly onHello: () => StreamedEvent | null;
}

/** This tab, among those of its browser that share one stream. */
export interface LiveTabs {
  readonly broadcast: (streamed: StreamedEvent) => void;
  readonly broadcastAlive: () => void;
  /** Asks the leading tab for the state of the stream. If no answer comes, this tab takes the lead. */
  readonly askLeader: () => void;
  readonly leave: () => void;
}

/** A running page answers within milliseconds; one that was frozen in the background never does. */
const ANSWER_MS = 5_000;

/** Joins the other tabs. Where the browser gives tabs no means to reach each other, each tab leads alone. */
export function joinLiveTabs({ name, locks, openChannel }: LiveTabsEnvironment, listener: LiveTabsListener): LiveTabs {
  const channel = channelOf(name, openChannel);
  if (locks && channel) return joinThrough(channel, name, locks, listener);
  listener.onLead();
  return { broadcast() {}, broadcastAlive() {}, askLeader() {}, leave() {} };
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
  { onLead, onFollow, onEvent, onAlive, onHello }: LiveTabsListener,
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

  function enter(next: typeof role, notify: () => void): void {
    role = next;
    isAsking = false;
    schedule();
    if (role === "alone") channel.close();
    notify();
  }

  function post(message: TabMessage): void {
    if (role === "alone") return;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
    channel.postMessage(message);
  }

  /** Sets what this tab does if it receives nothing from the leading tab. A leading tab waits for nothing. */
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
    // A leading tab receives the stream itself: it ignores what other tabs broadcast.
    if (role !== "following") return;
    isAsking = false;
    schedule();
    if (message.type === "told") onEvent(message);
    else onAlive();
  }

  function answerHello(): void {
    const streamed = onHello();
    post(streamed ? { type: "told", ...streamed } : { type: "alive" });
  }

  channel.addEventListener("message", ({ data }) => {
    const message = TabMessage.safeParse(data);
    if (message.success) handleMessage(message.data);
  });
  askLeader();
  return {
    broadcast: (streamed) => post({ type: "told", ...streamed }),
    broadcastAlive: () => post({ type: "alive" }),
    askLeader,
    leave() {
      clearTimeout(timer);
      leadership.leave();
      channel.close();
    },
  };
}
