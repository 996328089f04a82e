/** Ends this browser's push subscription, if any. The next user must not get the notifications of the previous one. */
export async function endPushes(): Promise<void> {
  // Without https there is no service worker. Old browsers do not support push.
  const registration = await (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.getRegistration();
  const pushes: PushManager | undefined = registration?.pushManager;
  const subscription = await pushes?.getSubscription();
  await subscription?.unsubscribe();
}
