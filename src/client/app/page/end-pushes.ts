/** Ends this browser's subscription, if it has one: whoever signs in next must not get the notifications of the last. */
export async function endPushes(): Promise<void> {
  // Without a secure address there is no service worker, and an old browser has no push.
  const registration = await (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.getRegistration();
  const pushes: PushManager | undefined = registration?.pushManager;
  const subscription = await pushes?.getSubscription();
  await subscription?.unsubscribe();
}
