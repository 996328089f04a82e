import { Moon, Laptop, Smartphone, BellRing } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useTransition } from "react";
import { Redirect } from "wouter";
import type { Outcome } from "#client/forms/use-action.tsx";
import { PAGES } from "#client/pages.ts";
import { useConnection, useRights } from "#client/planning/planning-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { dateOf } from "#client/planning/today.ts";
import { ScreenHead } from "#client/screen/screen-head.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Alert, Notice } from "#client/ui/surfaces/message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import type { NotificationSettings, NotifiedDevice } from "#contract/accounts/notifications.ts";
import { TOPICS } from "#domain/notifications/topics.ts";
import { maySomewhere } from "#domain/permissions.ts";
import { notificationsText, notifiedDeviceName, registeredSince } from "#text/notifications/notifications.ts";
import { loadFailureText } from "#text/phrases/actions.ts";
import { fullDate } from "#text/phrases/dates.ts";
import { connectionText } from "#text/shell/connection.ts";
import type { DeviceState } from "./this-device.ts";
import { TopicGroup } from "./topic-group.tsx";
import { useNotifications, type Choice } from "./use-notifications.ts";

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

/** Offers to receive notifications on this device, or says why it cannot. Renders nothing if it already does. */
function PushOffer({ device, isOffline, reasonId, onActivate }: PushOfferProps) {
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

/** The user's devices that receive notifications. Renders nothing if there are none. */
function DeviceList({ devices, thisDeviceId, isOffline, onRemove }: DeviceListProps) {
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

interface SettingsViewProps {
  readonly settings: NotificationSettings;
  readonly device: DeviceState;
  readonly outcome: Outcome;
  readonly onChoose: (choice: Choice) => void;
  readonly onActivate: () => Promise<void>;
  readonly onRemove: (deviceId: string) => void;
}

function SettingsView({ settings, device, outcome, onChoose, onActivate, onRemove }: SettingsViewProps): ReactNode {
  const canSeeDropOuts = maySomewhere(useRights(), "event.hear_of_drop_outs");
  const isOffline = useConnection()?.status === "offline";
  const reasonId = useId();
  const cardRef = useRef<HTMLDivElement>(null);
  const done = useExpiringMessage(outcome.status === "done" ? outcome : null);
  const topics = TOPICS.filter((topic) => topic !== "drop_outs" || canSeeDropOuts);
  useEffect(() => {
    // There is a sentence after a device was added or removed. The pressed button is gone then, so the focus moves.
    if (outcome.status === "done" && outcome.sentence) cardRef.current?.focus({ preventScroll: true });
  }, [outcome]);
  return (
    <div className="-mt-4 flex flex-col *:not-empty:mt-4">
      <PushOffer device={device} isOffline={isOffline} reasonId={reasonId} onActivate={onActivate} />
      <StatusMessage>{done?.sentence}</StatusMessage>
      {isOffline ? (
        <p id={reasonId} className="text-small">
          {connectionText.offline}
        </p>
      ) : null}
      <div ref={cardRef} tabIndex={-1} className="divide-y divide-line rounded-card bg-surface shadow-1 outline-none">
        {topics.map((topic) => (
          <TopicGroup
            key={topic}
            topic={topic}
            channels={settings.wishes[topic]}
            isSaved={done?.field === topic}
            isOffline={isOffline}
            canPush={device.type === "active" || device.type === "inactive"}
            reasonId={reasonId}
            onChoose={(channel, isWanted) => onChoose({ topic, channel, isWanted })}
          />
        ))}
      </div>
      {outcome.status === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
      <DeviceList
        devices={settings.devices}
        thisDeviceId={device.type === "active" ? device.id : null}
        isOffline={isOffline}
        onRemove={onRemove}
      />
    </div>
  );
}

function NotYetLoaded({ outcome, onRetry }: { readonly outcome: Outcome; readonly onRetry: () => void }) {
  if (outcome.status !== "failed") return <Skeleton className="h-110 rounded-card" />;
  return (
    <Card as="div">
      <EmptyStaff
        title={outcome.sentence}
        hint={outcome.reason}
        action={<Button onClick={onRetry}>{loadFailureText.retry}</Button>}
      />
    </Card>
  );
}

function NotificationsPage() {
  const { settings, device, outcome, reload, choose, activate, remove } = useNotifications();
  return (
    <div className="mx-auto w-full max-w-[568px] px-1">
      <header className="-mt-2 mb-4">
        <ScreenHead title={notificationsText.title} />
        <p className="mt-1 flex items-center gap-2.5 text-small text-ink-2">
          <Moon className="size-4 flex-none" />
          {notificationsText.quietHours}
        </p>
      </header>
      {settings === null ? (
        <NotYetLoaded outcome={outcome} onRetry={reload} />
      ) : (
        <SettingsView
          settings={settings}
          device={device}
          outcome={outcome}
          onChoose={choose}
          onActivate={activate}
          onRemove={remove}
        />
      )}
    </div>
  );
}

/**
 * The screen where users choose which notifications they receive, and on which devices. Only a shared planning sends
 * any; until the server has responded, the planning counts as shared.
 */
export function NotificationsScreen() {
  return useSharingState() === "local" ? <Redirect to={PAGES.home} replace /> : <NotificationsPage />;
}
