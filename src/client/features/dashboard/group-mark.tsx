import { groupMark } from "#text/dashboard.ts";

/** Whose event it is, for those who see several groups. */
export function GroupMark({ groupId }: { readonly groupId: string }) {
  return (
    <span className="rounded-[6px] px-1 text-count whitespace-nowrap text-ink-2 ring-1 ring-edge ring-inset">
      {groupMark(groupId)}
    </span>
  );
}
