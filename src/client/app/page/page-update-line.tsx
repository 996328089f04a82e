import { createRoot } from "react-dom/client";
import { pageUpdateText } from "#text/shell/notices.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { followPageUpdates } from "./page-updates.ts";

const TEXT_FIELDS =
  "textarea, input:not([type=checkbox], [type=radio], [type=submit], [type=button], [type=hidden], [hidden])";

/** Whether a field of the page holds text that a user may have typed, and that a reload would lose. */
function holdsTypedText(page: ParentNode): boolean {
  const fields = page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS);
  return [...fields].some((field) => !field.readOnly && field.value !== "");
}

/** Shown above every screen: offers a newer version of the page once there is one. */
export function showPageUpdates(registration: ServiceWorkerRegistration): void {
  const place = document.getElementById("page-update");
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]');
  if (!place || !script) return;
  // A separate React root: the code of a first visit does not include updates.
  const root = createRoot(place);
  const update = followPageUpdates({
    registration,
    workers: navigator.serviceWorker,
    page: document,
    ownScript: script.src,
    reload: window.pageStart.reload,
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
