import { Merge } from "lucide-react";
import { startTransition, useActionState, useEffect, useRef, useState } from "react";
import { callApi, failureOf } from "#client/http/call-api.ts";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { hasAccount } from "#client/people/has-account.ts";
import { usePeople } from "#client/people/people-hooks.ts";
import { useGroupsOfPeople } from "#client/planning/membership/memberships.ts";
import { useGroups } from "#client/planning/planning-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { RadioRows } from "#client/ui/fields/segmented-control.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { MergePreview, type UserRow } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { compareNames, fullName } from "#domain/people/people.ts";
import { areServicesCompatible, inServiceOrder, isGuitar } from "#domain/people/services.ts";
import { groupsLedBy } from "#domain/permissions.ts";
import { namesApart } from "#text/phrases/names-apart.ts";
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
import { useMerging } from "./namesakes.tsx";

interface MergeOutcomeProps {
  readonly kept: UserRow;
  readonly gone: UserRow;
  readonly preview: MergePreview;
  /** The services after the merge. */
  readonly services: readonly string[];
}

function accountLines(kept: UserRow, gone: UserRow): string[] {
  const isOnlyAccount = !hasAccount(gone);
  const stays =
    hasAccount(kept) && kept.email !== undefined ? keptAccount(kept.email, isOnlyAccount) : mergingText.noAccount;
  if (gone.email === undefined || gone.email === kept.email) return [stays];
  return [stays, isOnlyAccount ? goneAddress(gone.email) : goneAccount(gone.email)];
}

/** Nobody gains or loses rights silently. */
function rightsLines(kept: UserRow, gone: UserRow): string[] {
  if (kept.isAdmin === gone.isAdmin) return [];
  return [kept.isAdmin ? mergingText.isAdmin : mergingText.noLongerAdmin];
}

function MergeOutcome({ kept, gone, preview, services }: MergeOutcomeProps) {
  const groups = useGroups();
  const groupsOfPeople = useGroupsOfPeople();
  const namesOf = (ids: readonly string[]) => groups.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const ledBefore = groupsLedBy(groups, kept.id);
  const newlyLed = namesOf(groupsLedBy(groups, gone.id).filter((id) => !ledBefore.includes(id)));
  const memberships = groupsOfPeople && [kept, gone].flatMap(({ id }) => groupsOfPeople.get(id) ?? []);
  const lines = [
    ...accountLines(kept, gone),
    servicesLine(services),
    ...(memberships === null ? [] : [groupsOfBoth(namesOf(memberships))]),
    answersLine(preview.conflicts),
    mergingText.others,
    ...rightsLines(kept, gone),
    ...(newlyLed.length > 0 ? [ledGroups(newlyLed)] : []),
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

type Preview = MergePreview | "loading" | "failed";

function usePreview(one: UserRow, other: UserRow | null, attempt: number): Preview {
  const [found, setFound] = useState<{ readonly key: string; readonly preview: Preview } | null>(null);
  const key = other === null ? "" : `${one.id} ${other.id} ${attempt}`;
  const otherId = other?.id ?? null;
  useEffect(() => {
    if (otherId === null) return;
    let isStale = false;
    async function load(id: string): Promise<void> {
      const path = `${fillPath(API.userMerge, one.id)}?with=${encodeURIComponent(id)}` as const;
      const reading = callApi({ path, response: MergePreview });
      const preview = (await failureOf(reading)) === null ? await reading : "failed";
      if (!isStale) setFound({ key, preview });
    }
    void load(otherId);
    return () => {
      isStale = true;
    };
  }, [one.id, otherId, key]);
  return found?.key === key ? found.preview : "loading";
}

interface MergeDialogProps {
  readonly one: UserRow;
  /** `null`: the user chooses the other person in the dialog. */
  readonly other: UserRow | null;
  readonly onClose: () => void;
}

/** The people to choose from, with labels that tell namesakes apart. */
function useOthers({ id }: UserRow) {
  const people = usePeople()
    .filter((person) => person.id !== id)
    .toSorted((a, b) => compareNames(fullName(a), fullName(b)));
  const names = namesApart(
    people.map((person) => ({ ...person, name: fullName(person) })),
    "services",
  );
  return { people, options: people.map((person) => ({ value: person.id, label: names.get(person.id) ?? "" })) };
}

export function MergeDialog({ one, other: preset, onClose }: MergeDialogProps) {
  const { merge } = useMerging();
  const { people, options } = useOthers(one);
  const [chosenId, setChosenId] = useState("");
  const [guitar, setGuitar] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const cancelRef = useRef<HTMLButtonElement>(null);
  const other = preset ?? people.find(({ id }) => id === chosenId) ?? null;
  const preview = usePreview(one, other, attempt);
  const [reason, submit, isPending] = useActionState(async () => {
    if (other === null) return null;
    const failed = await merge([one, other], guitar);
    if (failed === null) onClose();
    return failed;
  }, null);

  const both = inServiceOrder([...new Set([...one.positions, ...(other?.positions ?? [])])]);
  const isGuitarOpen = !areServicesCompatible(both);
  const services = isGuitarOpen ? both.filter((service) => !isGuitar(service) || service === guitar) : both;
  const isReady = typeof preview === "object" && (!isGuitarOpen || services.some(isGuitar));
  const [kept, gone] = typeof preview === "object" && preview.keptId === other?.id ? [other, one] : [one, other];
  return (
    <Dialog
      isOpen
      title={<bdi>{preset === null ? mergeWithTitle(fullName(one)) : mergeTitle(fullName(one), fullName(preset))}</bdi>}
      onClose={onClose}
      initialFocusRef={cancelRef}
      actions={
        <>
          <Button ref={cancelRef} onClick={onClose}>
            {mergingText.cancel}
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
            options={options}
            value={chosenId}
            onChange={({ target }) => setChosenId(target.value)}
          />
        ) : null}
        {reason === null ? null : <Alert detail={reason}>{mergingText.failed}</Alert>}
        {other !== null && preview === "loading" ? <p role="status">{mergingText.loading}</p> : null}
        {preview === "failed" ? (
          <LoadFailure sentence={mergingText.unknown} onRetry={() => setAttempt(attempt + 1)} />
        ) : null}
        {typeof preview === "object" && gone !== null ? (
          <div>
            <p>{mergingText.lead}</p>
            <MergeOutcome kept={kept} gone={gone} preview={preview} services={services} />
          </div>
        ) : null}
        {typeof preview === "object" && isGuitarOpen ? (
          <RadioRows
            legend={mergingText.guitar}
            options={both.filter(isGuitar).map((service) => ({ value: service, label: service }))}
            value={guitar ?? ""}
            onChange={setGuitar}
          />
        ) : null}
        {typeof preview === "object" ? <p className="font-semibold">{mergingText.forGood}</p> : null}
      </div>
    </Dialog>
  );
}
