import type { BrowserContext } from "@playwright/test";
import { newTestSubscription } from "../server/test-push-browser.ts";

/** The user's answer when the page asks to show notifications. */
type Permission = "granted" | "denied" | "default";

/**
 * Simulates the browser's push service in each page of the context, because this Chromium has none. It has one
 * subscription, stored in localStorage. `answer` is the user's answer to the permission question.
 */
export async function stubPush(context: BrowserContext, answer: Permission = "granted"): Promise<void> {
  const { subscription } = newTestSubscription();
  await context.addInitScript(
    ({ made, given }) => {
      const KEY = "test-push";
      const asked = () => localStorage.getItem(`${KEY}-permission`) ?? (given === "denied" ? "denied" : "default");
      const kept = () => {
        const key = localStorage.getItem(KEY);
        if (key === null) return null;
        const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (each) =>
          each.charCodeAt(0),
        );
        return {
          endpoint: made.endpoint,
          options: { applicationServerKey: bytes.buffer },
          toJSON: () => made,
          unsubscribe: async () => {
            localStorage.removeItem(KEY);
            return true;
          },
        };
      };
      Object.defineProperty(Notification, "permission", { get: asked });
      Notification.requestPermission = async () => {
        localStorage.setItem(`${KEY}-permission`, given);
        return given;
      };
      const manager = PushManager.prototype as unknown as Record<string, unknown>;
      manager["getSubscription"] = async () => kept();
      manager["subscribe"] = async ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem(KEY, applicationServerKey);
        return kept();
      };
    },
    { made: subscription, given: answer },
  );
}
