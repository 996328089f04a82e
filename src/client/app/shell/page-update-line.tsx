import { createRoot } from "react-dom/client";
import { pageUpdateText } from "#text/page-update.ts";
import { Button } from "../ui/button.tsx";
import { followPageUpdates } from "./page-updates.ts";
import { holdsTypedText } from "./typed-text.ts";

/** Above the page, whichever screen it shows: offers a newer version once there is one. */
export function showPageUpdates(registration: ServiceWorkerRegistration): void {
  const place = document.getElementById("page-update");
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]');
  if (!place || !script) return;
  // A root of its own: what the first visit loads knows nothing of updates.
  const root = createRoot(place);
  const update = followPageUpdates({
    registration,
    workers: navigator.serviceWorker,
    page: document,
    ownScript: script.src,
    reload: () => window.location.reload(),
    holdsTyping: () => holdsTypedText(document),
    onReady: () => root.render(<PageUpdateLine onUpdate={() => update()} />),
  });
}

function PageUpdateLine({ onUpdate }: { readonly onUpdate: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 bg-primary-soft px-4 py-1.5 text-small text-primary lg:px-6"
    >
      {pageUpdateText.ready}
      <Button size="small" onClick={onUpdate}>
        {pageUpdateText.update}
      </Button>
    </div>
  );
}
