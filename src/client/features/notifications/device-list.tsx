import { Laptop, Smartphone } from "lucide-react";
import { useId } from "react";
import type { NotifiedDevice } from "#contract/accounts/notifications.ts";
import { dateOf } from "#client/planning/today.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { notificationsText, notifiedDeviceName, registeredSince } from "#text/notifications/notifications.ts";
import { fullDate } from "#text/phrases/dates.ts";

interface DeviceRowProps {
  readonly device: NotifiedDevice;
  readonly isThisDevice: boolean;
  readonly isOffline: boolean;
  readonly onRemove: () => void;
}

const HANDHELD: ReadonlySet<string | null> = new Set(["iPhone", "iPad", "Android"]);

function DeviceRow({ device, isThisDevice, isOffline, onRemove }: DeviceRowProps) {
  const nameId = useId();
  const Icon = HANDHELD.has(device.system) ? Smartphone : Laptop;
  return (
    <li className="flex min-h-16 items-center gap-3 py-1.5 pr-2 pl-4">
      <Icon className="flex-none text-ink-2" />
      <div className="min-w-0 grow">
        <p id={nameId} className="text-control wrap-anywhere">
          {notifiedDeviceName(device)}
        </p>
        <p className="text-tiny text-ink-2">
          {isThisDevice ? <span className="mr-1 inline-block">{notificationsText.thisDevice}</span> : null}
          <span className="inline-block">{registeredSince(fullDate(dateOf(new Date(device.registeredAt))))}</span>
        </p>
      </div>
      <Button variant="quiet" disabled={isOffline} aria-describedby={nameId} onClick={onRemove}>
        {notificationsText.remove}
      </Button>
    </li>
  );
}

interface DeviceListProps {
  readonly devices: readonly NotifiedDevice[];
  readonly thisDeviceId: string | null;
  readonly isOffline: boolean;
  readonly onRemove: (id: string) => void;
}

/** The person's browsers that get notifications; nothing while there is none. */
export function DeviceList({ devices, thisDeviceId, isOffline, onRemove }: DeviceListProps) {
  const titleId = useId();
  if (devices.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-2 font-title text-title">
        {notificationsText.devices}
      </h2>
      <ul aria-labelledby={titleId} className="divide-y divide-line rounded-card bg-surface shadow-1">
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isThisDevice={device.id === thisDeviceId}
            isOffline={isOffline}
            onRemove={() => onRemove(device.id)}
          />
        ))}
      </ul>
    </section>
  );
}
