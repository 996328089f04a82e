import { availabilityText } from "#text/phrases/availability.ts";

/** Whether somebody covers a role: a full or a hollow bar, with a word. */
export function RoleSign({ isCovered }: { readonly isCovered: boolean }) {
  return (
    <span
      className={`inline-flex items-center gap-2 text-small font-semibold ${isCovered ? "text-ok" : "text-missing"}`}
    >
      <svg aria-hidden="true" width="8" height="16" className="flex-none">
        {isCovered ? (
          <rect width="8" height="16" rx="3.2" fill="currentColor" />
        ) : (
          <rect x=".9" y=".9" width="6.2" height="14.2" rx="2.4" fill="none" stroke="currentColor" strokeWidth="1.8" />
        )}
      </svg>
      {isCovered ? availabilityText.covered : availabilityText.uncovered}
    </span>
  );
}
