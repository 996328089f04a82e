import { useEffect, useState } from "react";

/** Specification §9, "Success message hide delay". */
const SHOWN_MS = 3_000;

/**
 * Returns `message` for a while, then `null` until there is another message. Messages are compared as objects, not by
 * their text.
 */
export function useExpiringMessage<Message extends object>(message: Message | null): Message | null {
  const [gone, setGone] = useState<Message | null>(null);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => setGone(message), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return message === gone ? null : message;
}
