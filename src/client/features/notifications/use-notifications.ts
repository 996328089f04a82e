import { useCallback, useEffect, useState } from "react";
import type { NotificationSettings } from "#contract/accounts/notifications.ts";
import { notificationsText } from "#text/notifications/notifications.ts";
import {
  type Choice,
  readSettings,
  registerDevice,
  removeDevice,
  saveChoice,
  saveOnly,
  withChoice,
} from "./notification-calls.ts";
import { type DeviceState, readDevice, subscribe, unsubscribe } from "./this-device.ts";
import { type Outcome, useSaves } from "./use-saves.ts";

interface Ready {
  readonly status: "ready";
  readonly settings: NotificationSettings;
  readonly device: DeviceState;
}

type State = { readonly status: "loading" } | { readonly status: "failed"; readonly reason: string } | Ready;

interface Notifications {
  readonly state: State;
  readonly outcome: Outcome | null;
  readonly reload: () => Promise<void>;
  readonly choose: (choice: Choice) => void;
  /** Registers this browser, for every topic. */
  readonly activate: () => Promise<void>;
  readonly remove: (deviceId: string) => Promise<void>;
}

const SUBSCRIBING_REASONS = {
  blocked: notificationsText.blocked,
  not_allowed: notificationsText.notAllowed,
  no_service: notificationsText.noService,
} as const;

/** A browser counts as active only if the server knows it as one of this person's. */
async function readState(): Promise<Ready> {
  const device = await readDevice();
  const settings = await readSettings(device.type === "active" ? device.id : null);
  const isKnown = device.type !== "active" || settings.devices.some(({ id }) => id === device.id);
  return { status: "ready", settings, device: isKnown ? device : { type: "inactive" } };
}

/** Subscribes this browser and registers it. @returns its id, or why it could not subscribe */
async function addThisDevice(pushKey: string): Promise<{ readonly id: string } | { readonly reason: string }> {
  const subscription = await subscribe(pushKey);
  if (typeof subscription === "string") return { reason: SUBSCRIBING_REASONS[subscription] };
  return { id: await registerDevice(subscription) };
}

function idOf(device: DeviceState): string | null {
  return device.type === "active" ? device.id : null;
}

/** What one wants to hear about, and this device's part in it. */
export function useNotifications(): Notifications {
  const [state, setState] = useState<State>({ status: "loading" });
  const { outcome, enqueue, reasonOf } = useSaves();

  const showFailure = useCallback(
    (error: unknown) => setState({ status: "failed", reason: reasonOf(error) }),
    [reasonOf],
  );
  const load = useCallback(() => readState().then(setState, showFailure), [showFailure]);
  useEffect(() => {
    void load();
  }, [load]);

  function showChoice(choice: Choice): void {
    setState((now) => (now.status === "ready" ? { ...now, settings: withChoice(now.settings, choice) } : now));
  }

  /** @param save reads or writes the settings once the browser is registered */
  async function start(
    pushKey: string,
    save: (id: string) => Promise<NotificationSettings>,
    done: Outcome,
  ): Promise<void> {
    // Before anything else is awaited: some browsers ask only at a press.
    const adding = addThisDevice(pushKey);
    await enqueue(async () => {
      const added = await adding;
      if ("reason" in added) {
        setState(await readState());
        return { type: "failed", sentence: notificationsText.activateFailed, reason: added.reason };
      }
      setState({ status: "ready", settings: await save(added.id), device: { type: "active", id: added.id } });
      return done;
    }, notificationsText.activateFailed);
  }

  /** Shows the choice at once, and takes it back if it could not be saved. */
  function choose(choice: Choice): void {
    if (state.status !== "ready") return;
    const { device, settings } = state;
    const { topic } = choice;
    if (choice.channel === "byPush" && device.type !== "active") {
      void start(settings.pushKey, (id) => saveOnly(id, topic), { type: "saved", topic });
      return;
    }
    showChoice(choice);
    void enqueue(async () => {
      try {
        await saveChoice(idOf(device), choice);
      } catch (error) {
        showChoice({ ...choice, isWanted: !choice.isWanted });
        throw error;
      }
      return { type: "saved", topic };
    }, notificationsText.saveFailed);
  }

  return {
    state,
    outcome,
    reload: load,
    choose,
    async activate() {
      if (state.status === "ready") await start(state.settings.pushKey, readSettings, { type: "activated" });
    },
    remove: (deviceId) =>
      enqueue(async () => {
        await removeDevice(deviceId);
        if (state.status === "ready" && idOf(state.device) === deviceId) await unsubscribe();
        setState(await readState());
        return { type: "removed" };
      }, notificationsText.removeFailed),
  };
}
