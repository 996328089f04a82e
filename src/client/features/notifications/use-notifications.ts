import { useCallback, useEffect, useState } from "react";
import { type Outcome, refusal, useAction } from "#client/forms/use-action.tsx";
import { ApiError, callApi, failureOf } from "#client/http/call-api.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { NotificationSettings, NotifiedDevice } from "#contract/accounts/notifications.ts";
import { API, fillPath } from "#contract/paths.ts";
import { type Channels, type Topic, preferencesOf } from "#domain/notifications/topics.ts";
import { failureSentence } from "#text/errors/errors.ts";
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

interface Ready {
  readonly status: "ready";
  readonly settings: NotificationSettings;
  readonly device: DeviceState;
}

type State = { readonly status: "loading" } | { readonly status: "failed"; readonly reason: string } | Ready;

/** A press on a control: what it does, and the sentence if that fails. */
interface Press {
  readonly work: () => Promise<Outcome>;
  readonly failed: string;
}

const SUBSCRIBING_REASONS = {
  blocked: notificationsText.blocked,
  not_allowed: notificationsText.notAllowed,
  no_service: notificationsText.noService,
} as const;

/** Loads the settings. This browser counts as active only if the server knows its subscription. */
async function readState(): Promise<Ready> {
  const device = await readDevice();
  const settings = await readSettings(idOf(device));
  const isKnown = device.type !== "active" || settings.devices.some(({ id }) => id === device.id);
  return { status: "ready", settings, device: isKnown ? device : { type: "inactive" } };
}

/** Subscribes this browser and registers it. Resolves with its id, or with why it could not subscribe. */
async function addThisDevice(pushKey: string): Promise<{ readonly id: string } | { readonly reason: string }> {
  const subscription = await subscribe(pushKey);
  if (typeof subscription === "string") return { reason: SUBSCRIBING_REASONS[subscription] };
  return { id: await registerDevice(subscription) };
}

function idOf(device: DeviceState): string | null {
  return device.type === "active" ? device.id : null;
}

/** The user's notification settings, the state of this browser, and the functions that change them. */
export function useNotifications() {
  const [state, setState] = useState<State>({ status: "loading" });
  const recheckAfter = useRecheckAfter();
  // Presses are queued, because each reads and changes what the previous one saved.
  const { outcome, act } = useAction(async ({ work, failed }: Press): Promise<Outcome> => {
    const working = work();
    const failure = await failureOf(working);
    if (failure === null) return working;
    recheckAfter(failure);
    return refusal(failure, failed);
  });

  const showFailure = useCallback(
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      recheckAfter(error);
      setState({ status: "failed", reason: failureSentence(error) });
    },
    [recheckAfter],
  );
  const load = useCallback(() => readState().then(setState, showFailure), [showFailure]);
  useEffect(() => {
    void load();
  }, [load]);

  function showChoice(choice: Choice): void {
    setState((current) =>
      current.status === "ready" ? { ...current, settings: withChoice(current.settings, choice) } : current,
    );
  }

  /** Subscribes and registers this browser. @param settingsAfter returns the settings to show then; may change them */
  async function register(
    pushKey: string,
    settingsAfter: (id: string) => Promise<NotificationSettings>,
    done: Outcome,
  ): Promise<void> {
    // Called before any `await`, because some browsers ask for permission only in a press handler.
    const adding = addThisDevice(pushKey);
    async function work(): Promise<Outcome> {
      const added = await adding;
      if ("reason" in added) {
        setState(await readState());
        return { status: "failed", sentence: notificationsText.activateFailed, reason: added.reason };
      }
      setState({ status: "ready", settings: await settingsAfter(added.id), device: { type: "active", id: added.id } });
      return done;
    }
    act({ work, failed: notificationsText.activateFailed });
    // Until then, the button of `activate` shows that it is pending.
    await failureOf(adding);
  }

  /** Optimistic update: shows the choice at once, and reverts it if it could not be saved. */
  function choose(choice: Choice): void {
    if (state.status !== "ready") return;
    const { device, settings } = state;
    const { topic } = choice;
    if (choice.channel === "byPush" && device.type !== "active") {
      void register(settings.pushKey, (id) => saveOnlyTopic(id, topic), { status: "done", field: topic });
      return;
    }
    showChoice(choice);
    async function work(): Promise<Outcome> {
      try {
        await saveChoice(idOf(device), choice);
      } catch (error) {
        showChoice({ ...choice, isWanted: !choice.isWanted });
        throw error;
      }
      return { status: "done", field: topic };
    }
    act({ work, failed: notificationsText.saveFailed });
  }

  return {
    state,
    outcome,
    reload: load,
    choose,
    /** Subscribes this browser. The server turns push on for every topic, or for those chosen for new devices. */
    activate: async () => {
      if (state.status === "ready")
        await register(state.settings.pushKey, readSettings, { status: "done", sentence: notificationsText.activated });
    },
    remove: (deviceId: string): void => {
      async function work(): Promise<Outcome> {
        await removeDevice(deviceId);
        if (state.status === "ready" && idOf(state.device) === deviceId) await unsubscribe();
        setState(await readState());
        return { status: "done", sentence: notificationsText.removed };
      }
      act({ work, failed: notificationsText.removeFailed });
    },
  };
}
