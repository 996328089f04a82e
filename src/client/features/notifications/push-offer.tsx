import { BellRing } from "lucide-react";
import { useTransition } from "react";
import { Button } from "#client/ui/buttons/button.tsx";
import { Notice } from "#client/ui/surfaces/message.tsx";
import { notificationsText } from "#text/notifications/notifications.ts";
import type { DeviceState } from "./this-device.ts";

interface PushOfferProps {
  readonly device: DeviceState;
  readonly isOffline: boolean;
  readonly reasonId: string;
  readonly onActivate: () => Promise<void>;
}

const NOTICES = {
  unsupported: notificationsText.unsupported,
  to_install: notificationsText.toInstall,
  blocked: notificationsText.blocked,
} as const;

/** The offer to get notifications on this device, or why it cannot have them. Nothing on a device that has them. */
export function PushOffer({ device, isOffline, reasonId, onActivate }: PushOfferProps) {
  const [isPending, startTransition] = useTransition();
  if (device.type === "active") return null;
  if (device.type !== "inactive") {
    return (
      <div id={isOffline ? undefined : reasonId}>
        <Notice>{NOTICES[device.type]}</Notice>
      </div>
    );
  }
  return (
    <div className="rounded-card bg-primary-soft p-4">
      <p className="flex gap-3 text-small">
        <BellRing className="mt-px size-5 flex-none text-primary" />
        {notificationsText.offer}
      </p>
      <Button
        variant="primary"
        fullWidth
        className="mt-3 px-1!"
        disabled={isOffline}
        isPending={isPending}
        aria-describedby={isOffline ? reasonId : undefined}
        onClick={() => startTransition(onActivate)}
      >
        {notificationsText.activate}
      </Button>
    </div>
  );
}
