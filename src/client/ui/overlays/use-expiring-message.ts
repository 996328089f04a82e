import { useEffect, useState } from "react";

/** Specification §9, "Success message hide delay". */
const SHOWN_MS = 3_000;

/** Returns `message` for three seconds, then `null` until it is another object. */
export function useExpiringMessage<Message extends object>(message: Message | null): Message | null {
  const [expired, setExpired] = useState<Message | null>(null);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => setExpired(message), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return message === expired ? null : message;
}
