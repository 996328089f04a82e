import { startTransition, useActionState } from "react";
import { Button } from "#client/ui/buttons/button.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import type { Trashed } from "#contract/planning/trash.ts";
import { layoutText } from "#text/shell/layout.ts";
import { notRestored, restorationReason, restored, trashText } from "#text/administration/trash.ts";
import { TrashRow } from "./trash-row.tsx";
import { useTrash } from "./use-trash.ts";

interface TrashListProps {
  readonly labelledBy: string;
  /** Called when an item was restored: its row and its button are gone. */
  readonly onRestore: () => void;
}

type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "restored"; readonly sentence: string }
  | { readonly status: "failed"; readonly sentence: string; readonly reason: string };

const NO_OUTCOME: Outcome = { status: "nothing" };

/** Deleted items, the latest first, each with a button to restore it. */
export function TrashList({ labelledBy, onRestore }: TrashListProps) {
  const { state, reload, restore } = useTrash();

  async function tryToRestore(_: Outcome, item: Trashed): Promise<Outcome> {
    const type = `${item.type}.restored` as const;
    const failure = await restore(item);
    if (failure)
      return { status: "failed", sentence: notRestored(item.name), reason: restorationReason(type, failure) };
    onRestore();
    return { status: "restored", sentence: restored(item.name, type) };
  }

  const [outcome, act, isPending] = useActionState(tryToRestore, NO_OUTCOME);
  const done = useExpiringMessage(outcome.status === "restored" ? outcome : null);

  if (state.status === "loading") return <Skeleton className="mt-2 h-32 rounded-strip" />;
  if (state.status === "failed") {
    const retry = <Button onClick={() => void reload()}>{layoutText.retry}</Button>;
    return <EmptyStaff title={trashText.loadFailed} hint={state.reason} action={retry} />;
  }
  return (
    <>
      <p className="text-ink-2">{trashText.hint}</p>
      <div className="*:not-empty:mt-3">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
        <StatusMessage>{done?.sentence}</StatusMessage>
      </div>
      {state.value.length === 0 ? (
        <EmptyStaff title={trashText.none} hint={trashText.noneHint} />
      ) : (
        <ul aria-labelledby={labelledBy} className="mt-3 rounded-strip border border-line">
          {state.value.map((item) => (
            <TrashRow
              key={`${item.type} ${item.id}`}
              item={item}
              isPending={isPending}
              onRestore={() => startTransition(() => act(item))}
            />
          ))}
        </ul>
      )}
    </>
  );
}
