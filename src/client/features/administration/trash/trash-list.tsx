import { startTransition, useActionState } from "react";
import { Button } from "#client/ui/button.tsx";
import { EmptyStaff } from "#client/ui/empty-staff.tsx";
import { Alert, StatusMessage } from "#client/ui/message.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";
import { useFleeting } from "#client/ui/use-fleeting.ts";
import type { Trashed } from "#contract/trash.ts";
import { layoutText } from "#text/layout.ts";
import { notRestored, restorationReason, restored, trashText } from "#text/trash.ts";
import { TrashRow } from "./trash-row.tsx";
import { useTrash } from "./use-trash.ts";

interface TrashListProps {
  readonly labelledBy: string;
  /** Called when something came back: its row is gone, and its button with it. */
  readonly onRestore: () => void;
}

type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "restored"; readonly sentence: string }
  | { readonly status: "failed"; readonly sentence: string; readonly reason: string };

const NOTHING_TO_SAY: Outcome = { status: "nothing" };

/** What was deleted, the latest first, each with its way back. */
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

  const [outcome, act, isPending] = useActionState(tryToRestore, NOTHING_TO_SAY);
  const done = useFleeting(outcome.status === "restored" ? outcome : null);

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
