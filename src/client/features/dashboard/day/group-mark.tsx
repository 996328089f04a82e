import { groupMark } from "#text/dashboard/dashboard.ts";

/** Shows an event's group, for users who see several groups. */
export function GroupMark({ groupId }: { readonly groupId: string }) {
  return (
    <span className="min-w-0 rounded-[6px] px-1 text-count wrap-anywhere text-ink-2 ring-1 ring-edge ring-inset">
      {groupMark(groupId)}
    </span>
  );
}
