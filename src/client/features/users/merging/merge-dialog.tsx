import { Merge } from "lucide-react";
import { startTransition, useActionState, useRef, useState } from "react";
import { peopleOptions } from "#client/forms/person-form.tsx";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { useServerData } from "#client/loading/use-server-data.ts";
import { hasAccount } from "#client/people/has-account.ts";
import { usePeople } from "#client/people/people-hooks.ts";
import { useGroups } from "#client/planning/planning-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { RadioRows } from "#client/ui/fields/segmented-control.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { MergePreview, type UserRow } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { compareFullNames, fullName } from "#domain/people/people.ts";
import { inServiceOrder, isGuitar, unitedServices } from "#domain/people/services.ts";
import { actionText } from "#text/phrases/actions.ts";
import {
  answersLine,
  goneAccount,
  goneAddress,
  groupsOfBoth,
  keptAccount,
  ledGroups,
  mergeTitle,
  mergeWithTitle,
  mergingText,
  servicesLine,
} from "#text/users/merging.ts";
import { useGroupNames } from "../use-group-names.ts";
import { useMerging } from "./namesakes.tsx";

interface MergeOutcomeProps {
  readonly kept: UserRow;
  readonly gone: UserRow;
  readonly preview: MergePreview;
  readonly services: readonly string[];
}

function accountLines(kept: UserRow, gone: UserRow): string[] {
  const isOnlyAccount = !hasAccount(gone);
  const keptLine =
    hasAccount(kept) && kept.email !== undefined ? keptAccount(kept.email, isOnlyAccount) : mergingText.noAccount;
  if (gone.email === undefined || gone.email === kept.email) return [keptLine];
  return [keptLine, isOnlyAccount ? goneAddress(gone.email) : goneAccount(gone.email)];
}

/** Warns if the merged person gains or loses the rights of an admin. */
function rightsLines(kept: UserRow, gone: UserRow): string[] {
  if (kept.isAdmin === gone.isAdmin) return [];
  return [kept.isAdmin ? mergingText.isAdmin : mergingText.noLongerAdmin];
}

function MergeOutcome({ kept, gone, preview, services }: MergeOutcomeProps) {
  const groups = useGroups();
  const groupNames = useGroupNames();
  const newlyLed = groups.filter(({ leaderIds = [] }) => leaderIds.includes(gone.id) && !leaderIds.includes(kept.id));
  const lines = [
    ...accountLines(kept, gone),
    servicesLine(services),
    ...(groupNames === null ? [] : [groupsOfBoth(groupNames(kept.id, gone.id))]),
    answersLine(preview.conflicts),
    mergingText.others,
    ...rightsLines(kept, gone),
    ...(newlyLed.length > 0 ? [ledGroups(newlyLed.map(({ name }) => name))] : []),
  ];
  return (
    <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5">
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  );
}

interface MergeDialogProps {
  readonly one: UserRow;
  /** `null`: the admin chooses the other person in the dialog. */
  readonly other: UserRow | null;
  readonly onClose: () => void;
}

export function MergeDialog({ one, other: preset, onClose }: MergeDialogProps) {
  const { merge } = useMerging();
  const people = usePeople()
    .filter(({ id }) => id !== one.id)
    .toSorted(compareFullNames);
  const [chosenId, setChosenId] = useState("");
  const [chosenGuitar, setChosenGuitar] = useState<string | null>(null);
  const cancelRef = useRef<HTMLButtonElement>(null);
  const other = preset ?? people.find(({ id }) => id === chosenId) ?? null;
  const path = other && (`${fillPath(API.userMerge, one.id)}?with=${encodeURIComponent(other.id)}` as const);
  const { status, value: preview, reload } = useServerData(path, MergePreview);
  const [reason, submit, isPending] = useActionState(async () => {
    if (other === null) return null;
    const failed = await merge([one, other], chosenGuitar);
    if (failed === null) onClose();
    return failed;
  }, null);

  // One person may hold only one kind of guitar. If both people together hold two kinds, the admin chooses.
  const otherPositions = other?.positions ?? [];
  const guitars = inServiceOrder([...new Set([...one.positions, ...otherPositions])].filter(isGuitar));
  const services = unitedServices(one.positions, otherPositions, chosenGuitar);
  const isReady = preview !== undefined && (guitars.length === 0 || services.some(isGuitar));
  // The server decides which of the two remains.
  const [kept, gone] = preview?.keptId === one.id ? [one, other] : [other, one];
  return (
    <Dialog
      isOpen
      title={<bdi>{preset === null ? mergeWithTitle(fullName(one)) : mergeTitle(fullName(one), fullName(preset))}</bdi>}
      onClose={onClose}
      initialFocusRef={cancelRef}
      actions={
        <>
          <Button ref={cancelRef} onClick={onClose}>
            {actionText.cancel}
          </Button>
          <Button
            variant="primary"
            icon={<Merge />}
            isPending={isPending}
            disabled={!isReady}
            onClick={() => startTransition(submit)}
          >
            {mergingText.merge}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {preset === null ? (
          <SelectField
            label={mergingText.mergeWith}
            placeholder={mergingText.choose}
            options={peopleOptions(people, "services")}
            value={chosenId}
            onChange={({ target }) => setChosenId(target.value)}
          />
        ) : null}
        {reason === null ? null : <Alert detail={reason}>{mergingText.failed}</Alert>}
        {other !== null && status === "loading" ? <p role="status">{mergingText.loading}</p> : null}
        {status === "failed" ? <LoadFailure sentence={mergingText.unknown} onRetry={() => void reload()} /> : null}
        {preview && kept !== null && gone !== null ? (
          <div>
            <p>{mergingText.lead}</p>
            <MergeOutcome kept={kept} gone={gone} preview={preview} services={services} />
          </div>
        ) : null}
        {preview && guitars.length > 1 ? (
          <RadioRows
            legend={mergingText.guitar}
            options={guitars.map((service) => ({ value: service, label: service }))}
            value={chosenGuitar ?? ""}
            onChange={setChosenGuitar}
          />
        ) : null}
        {preview ? <p className="font-semibold">{mergingText.forGood}</p> : null}
      </div>
    </Dialog>
  );
}
