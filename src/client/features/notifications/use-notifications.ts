import { startTransition, useActionState, useCallback, useEffect, useOptimistic } from "react";
import { NO_OUTCOME, type Outcome, refusal } from "#client/forms/use-action.tsx";
import { callApi, failureOf } from "#client/http/call-api.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { NotificationSettings, NotifiedDevice } from "#contract/accounts/notifications.ts";
import { API, fillPath } from "#contract/paths.ts";
import { type Channels, type Topic, preferencesOf } from "#domain/notifications/topics.ts";
import { notificationsText } from "#text/notifications/notifications.ts";
import { type DeviceState, readDevice, subscribe, unsubscribe } from "./this-device.ts";

/** Each device has its own settings of push. `null`: those that the next registered device will get. */
function pathOf(deviceId: string | null): `/api/${string}` {
  return deviceId === null ? API.notifications : `${API.notifications}?device=${encodeURIComponent(deviceId)}`;
}

/** A press on one checkbox: a topic and one of its channels. */
export interface Choice {
  readonly topic: Topic;
  readonly channel: keyof Channels;
  readonly isWanted: boolean;
}

function readSettings(deviceId: string | null): Promise<NotificationSettings> {
  return callApi({ path: pathOf(deviceId), response: NotificationSettings });
}

function withChoice(settings: NotificationSettings, { topic, channel, isWanted }: Choice): NotificationSettings {
  const { wishes: preferences } = settings;
  return { ...settings, wishes: { ...preferences, [topic]: { ...preferences[topic], [channel]: isWanted } } };
}

function writeSettings(deviceId: string | null, body: NotificationSettings): Promise<NotificationSettings> {
  return callApi({ method: "PUT", path: pathOf(deviceId), body, response: NotificationSettings });
}

/** Applies one choice to the current settings on the server, so that choices made on other devices stay. */
async function saveChoice(deviceId: string | null, choice: Choice): Promise<NotificationSettings> {
  return writeSettings(deviceId, withChoice(await readSettings(deviceId), choice));
}

/** Turns push notifications on for one topic only, and off for all others. */
async function saveOnlyTopic(deviceId: string, topic: Topic): Promise<NotificationSettings> {
  const settings = await readSettings(deviceId);
  const wishes = preferencesOf((name) => ({ ...settings.wishes[name], byPush: name === topic }));
  return writeSettings(deviceId, { ...settings, wishes });
}

/** @returns the device's id */
async function registerDevice(subscription: PushSubscription): Promise<string> {
  const body = subscription.toJSON();
  return (await callApi({ method: "POST", path: API.pushSubscriptions, body, response: NotifiedDevice })).id;
}

function removeDevice(id: string): Promise<void> {
  return callApi({ method: "DELETE", path: fillPath(API.pushSubscription, id) });
}

/** The settings on the server, the state of this browser, and the outcome of the latest press. */
interface State {
  /** `null`: not loaded. */
  readonly settings: NotificationSettings | null;
  readonly device: DeviceState;
  readonly outcome: Outcome;
}

const LOADING: State = { settings: null, device: { type: "inactive" }, outcome: NO_OUTCOME };

/** A press on a control: what it does, and the sentence if that fails. */
interface Press {
  /** @param device the state of this browser after the previous press */
  readonly run: (device: DeviceState) => Promise<State>;
  readonly failed: string;
}

const SUBSCRIBING_REASONS = {
  blocked: notificationsText.blocked,
  not_allowed: notificationsText.notAllowed,
  no_service: notificationsText.noService,
} as const;

function idOf(device: DeviceState): string | null {
  return device.type === "active" ? device.id : null;
}

/** Loads the settings. This browser counts as active only if the server knows its subscription. */
async function readState(outcome: Outcome): Promise<State> {
  const device = await readDevice();
  const settings = await readSettings(idOf(device));
  const isKnown = device.type !== "active" || settings.devices.some(({ id }) => id === device.id);
  return { settings, device: isKnown ? device : { type: "inactive" }, outcome };
}

/** Subscribes this browser and registers it. Resolves with its id, or with why it could not subscribe. */
async function addThisDevice(pushKey: string): Promise<{ readonly id: string } | { readonly reason: string }> {
  const subscription = await subscribe(pushKey);
  if (typeof subscription === "string") return { reason: SUBSCRIBING_REASONS[subscription] };
  return { id: await registerDevice(subscription) };
}

/** The user's notification settings, the state of this browser, and the functions that change them. */
export function useNotifications() {
  const recheckAfter = useRecheckAfter();
  // Presses are queued, because each changes what the previous one saved.
  const [{ settings: savedSettings, device, outcome }, startPress] = useActionState(
    async (current: State, { run, failed }: Press): Promise<State> => {
      const running = run(current.device);
      const failure = await failureOf(running);
      if (failure === null) return running;
      recheckAfter(failure);
      return { ...current, outcome: refusal(failure, failed) };
    },
    LOADING,
  );
  const [settings, showChoice] = useOptimistic(
    savedSettings,
    (shown, choice: Choice) => shown && withChoice(shown, choice),
  );
  const act = useCallback((press: Press) => startTransition(() => startPress(press)), [startPress]);
  const load = useCallback(
    () => act({ run: () => readState(NO_OUTCOME), failed: notificationsText.loadFailed }),
    [act],
  );
  useEffect(load, [load]);

  /** Subscribes and registers this browser. @param settingsAfter returns the settings to show then; may change them */
  async function register(
    settingsAfter: (id: string, isNew: boolean) => Promise<NotificationSettings>,
    done: Outcome,
  ): Promise<void> {
    if (settings === null) return;
    // Called before any `await`, because some browsers ask for permission only in a press handler.
    const adding = addThisDevice(settings.pushKey);
    async function run(formerDevice: DeviceState): Promise<State> {
      const added = await adding;
      if ("reason" in added)
        return readState({ status: "failed", sentence: notificationsText.activateFailed, reason: added.reason });
      // Not new if an earlier press has registered it while the browser asked for permission.
      const isNew = formerDevice.type !== "active";
      const settingsThen = await settingsAfter(added.id, isNew);
      return { settings: settingsThen, device: { type: "active", id: added.id }, outcome: done };
    }
    act({ run, failed: notificationsText.activateFailed });
    // Until then, the button of `activate` shows that it is pending.
    await failureOf(adding);
  }

  function choose(choice: Choice): void {
    const done: Outcome = { status: "done", field: choice.topic };
    if (choice.channel === "byPush" && device.type !== "active") {
      void register((id, isNew) => (isNew ? saveOnlyTopic(id, choice.topic) : saveChoice(id, choice)), done);
      return;
    }
    startTransition(() => {
      showChoice(choice);
      act({
        run: async (current) => ({
          settings: await saveChoice(idOf(current), choice),
          device: current,
          outcome: done,
        }),
        failed: notificationsText.saveFailed,
      });
    });
  }

  return {
    settings,
    device,
    outcome,
    reload: load,
    choose,
    /** Subscribes this browser. The server turns push on for every topic, or for those chosen for new devices. */
    activate: () => register(readSettings, { status: "done", sentence: notificationsText.activated }),
    remove: (deviceId: string): void => {
      async function run(current: DeviceState): Promise<State> {
        await removeDevice(deviceId);
        if (idOf(current) === deviceId) await unsubscribe();
        return readState({ status: "done", sentence: notificationsText.removed });
      }
      act({ run, failed: notificationsText.removeFailed });
    },
  };
}
