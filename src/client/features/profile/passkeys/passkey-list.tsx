import { KeyRound, Plus } from "lucide-react";
import { startTransition, useActionState, useEffect, useId, useRef } from "react";
import { dateOf } from "#client/planning/today.ts";
import { canUsePasskeys } from "#client/session/passkeys/can-use-passkeys.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TwoStepConfirm } from "#client/ui/buttons/two-step-confirm.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { type OwnPasskey, OwnPasskeys } from "#contract/sign-in/passkeys.ts";
import { deviceName, passkeySince, passkeyText, passkeyUsed, removePasskey } from "#text/profile/profile.ts";
import { actionText } from "#text/phrases/actions.ts";
import { fullDate } from "#text/phrases/dates.ts";
import { callApi } from "#client/http/call-api.ts";
import { API, fillPath } from "#contract/paths.ts";
import { useOwnList } from "../use-own-list.ts";

const readPasskeys = () => callApi({ path: API.ownPasskeys, answer: OwnPasskeys });

/** The user's passkeys. `remove` resolves with a sentence about why it failed, or `null`. */
function useOwnPasskeys() {
  const { state, reload, remove } = useOwnList(readPasskeys);
  return {
    state,
    reload,
    remove: (id: string) =>
      remove({ path: fillPath(API.ownPasskey, id), gone: "passkey.not_found", isKept: (key) => key.id !== id }),
  };
}

interface PasskeyListProps {
  /** Whether the user returns from the form that adds a key: the focus goes back to where it was. */
  readonly isReturning: boolean;
  /** A new object for each key that was added there. */
  readonly addition: object | null;
  readonly onAdd: () => void;
}

type Outcome = { readonly status: "nothing" | "removed" } | { readonly status: "failed"; readonly reason: string };

function dayOf(moment: string): string {
  return fullDate(dateOf(new Date(moment)));
}

function PasskeyRow({ passkey, onRemove }: { readonly passkey: OwnPasskey; readonly onRemove: () => void }) {
  const { createdAt, lastUsedAt, isSynced } = passkey;
  return (
    <li className="list-row -mx-2 gap-y-1 px-2 has-data-confirming:rounded-small has-data-confirming:bg-danger-tint">
      <KeyRound className="flex-none text-ink-2" />
      <div className="min-w-0 grow basis-40">
        <p className="text-control wrap-anywhere">{deviceName(passkey)}</p>
        <p className="text-small text-ink-2">{passkeySince(dayOf(createdAt))}</p>
        <p className="text-small text-ink-2">
          {lastUsedAt === null ? passkeyText.neverUsed : passkeyUsed(dayOf(lastUsedAt))}
        </p>
        {isSynced ? <p className="text-small text-ink-2">{passkeyText.synced}</p> : null}
      </div>
      <TwoStepConfirm
        label={removePasskey(passkey)}
        confirmLabel={actionText.confirmDeletion}
        cancelLabel={actionText.cancel}
        onConfirm={onRemove}
      />
    </li>
  );
}

/** The user's passkeys, with buttons to add one and to remove them. Nothing where there are none and never will be. */
export function PasskeyList({ isReturning, addition, onAdd }: PasskeyListProps) {
  const titleId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const addRef = useRef<HTMLButtonElement>(null);
  const { state, reload, remove } = useOwnPasskeys();

  async function tryToRemove(_: Outcome, id: string): Promise<Outcome> {
    const reason = await remove(id);
    return reason === null ? { status: "removed" } : { status: "failed", reason };
  }

  const [outcome, act, isPending] = useActionState<Outcome, string>(tryToRemove, { status: "nothing" });
  const removed = useExpiringMessage(outcome.status === "removed" ? outcome : null);
  const added = useExpiringMessage(addition);

  useEffect(() => {
    if (isReturning) addRef.current?.focus();
  }, [isReturning]);

  useEffect(() => {
    // The pressed button is gone with its row.
    if (outcome.status === "removed") titleRef.current?.focus();
  }, [outcome]);

  const addedText = added ? passkeyText.added : null;
  const outcomeText = removed ? passkeyText.removed : addedText;
  const canAdd = canUsePasskeys();
  const passkeys = state.status === "ready" ? state.rows : [];
  if (!canAdd && passkeys.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="mt-5 border-t border-line pt-4">
      <h3 ref={titleRef} id={titleId} tabIndex={-1} className="text-name outline-none">
        {passkeyText.title}
      </h3>
      <p className="text-small text-ink-2">{passkeyText.hint}</p>
      {state.status === "loading" ? <Skeleton className="mt-2 h-11 rounded-control" /> : null}
      {state.status === "failed" ? (
        <div className="mt-2 flex flex-col items-start gap-2">
          <Alert detail={state.reason}>{passkeyText.loadFailed}</Alert>
          <Button size="compact" onClick={() => void reload()}>
            {actionText.retry}
          </Button>
        </div>
      ) : null}
      {passkeys.length > 0 ? (
        <ul aria-labelledby={titleId} className="mt-1">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRemove={() => {
                if (!isPending) startTransition(() => act(passkey.id));
              }}
            />
          ))}
        </ul>
      ) : null}
      <div className="[&>:not(:empty)]:mt-2">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{passkeyText.removeFailed}</Alert> : null}
        <StatusMessage>{outcomeText}</StatusMessage>
      </div>
      {canAdd ? (
        <Button ref={addRef} size="compact" fullWidth icon={<Plus />} className="mt-3" onClick={onAdd}>
          {passkeyText.add}
        </Button>
      ) : null}
    </section>
  );
}
