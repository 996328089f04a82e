import { AtSign, KeyRound } from "lucide-react";
import { type SubmitEvent, startTransition, useActionState, useEffect, useRef } from "react";
import { useFormFields } from "#client/forms/use-form-fields.ts";
import { ServicePicker } from "#client/music/services/service-picker.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { accountText } from "#text/accounts/accounts.ts";
import { sentenceOf, failureSentence } from "#text/errors/errors.ts";
import { passwordText } from "#text/accounts/passwords.ts";
import { addressChangeText } from "#text/profile/address.ts";
import { profileOutcome, profileText } from "#text/profile/profile.ts";
import { firstRefused } from "#client/forms/refused-fields.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { callApi } from "#client/http/call-api.ts";
import { useReloadPeople, useUpdatePeople } from "#client/people/people-hooks.ts";
import { useApplyPersonChange } from "#client/planning/planning-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { useOfferedServices } from "#client/session/team-services.ts";
import { useRecheckAfter, useSession } from "#client/session/session-hooks.ts";
import { UserRow } from "#contract/accounts/users.ts";
import { API } from "#contract/paths.ts";
import { ProfileUpdate } from "#contract/own-account.ts";
import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { isService } from "#domain/people/services.ts";
import { type KeptFields, keptText } from "#client/session/kept-draft.ts";

/** The fields of the profile form, as typed. */
export interface ProfileDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly positions: readonly string[];
}

interface ProfileProblem {
  readonly field: keyof ProfileDraft;
  readonly code: ErrorCode;
}

/** A valid draft, or the first problem to fix. */
type CheckedProfile =
  | { readonly status: "valid"; readonly update: ProfileDraft }
  | { readonly status: "wrong"; readonly problem: ProfileProblem };

/** Problems are reported in the order of the fields. */
const FIELDS = ["firstName", "lastName", "positions"] as const;

export function draftOf({ firstName, lastName, positions }: UserRow): ProfileDraft {
  return { firstName, lastName, positions };
}

export function checkProfile(draft: ProfileDraft): CheckedProfile {
  const positions = [...draft.positions.filter(isService), ...draft.positions.filter((name) => !isService(name))];
  const { data, error } = ProfileUpdate.safeParse({ ...draft, positions });
  if (data) return { status: "valid", update: data };
  const problems = FIELDS.flatMap((field) => {
    const issue = error.issues.find(({ path }) => path[0] === field);
    return issue ? [{ field, code: errorCodeOf(issue.message) }] : [];
  });
  const [first = { field: "firstName", code: "request.invalid" } as const] = problems;
  return { status: "wrong", problem: first };
}

/** A half-filled form of an earlier visit. */
export function keptProfile(kept: KeptFields): ProfileDraft {
  const positions = [kept["positions"] ?? []].flat();
  return { firstName: keptText(kept, "firstName"), lastName: keptText(kept, "lastName"), positions };
}

/** `null`: it is saved. */
type Unsaved =
  | { readonly status: "wrong"; readonly problem: ProfileProblem }
  | { readonly status: "failed"; readonly reason: string };

/**
 * Returns a function that saves the user's profile on the server, then updates this page, including answers « present »
 * from today on. Resolves with why it failed, or `null`. After a failure the completed steps stay, and
 * saving again does the rest.
 */
function useProfileSaving(): (update: ProfileDraft) => Promise<Unsaved | null> {
  const { updateUser } = useSession();
  const recheckAfter = useRecheckAfter();
  const updatePeople = useUpdatePeople();
  const reloadPeople = useReloadPeople();
  const applyPersonChange = useApplyPersonChange();
  const today = useToday();

  async function saveOnServer(update: ProfileDraft): Promise<UserRow> {
    const row = await callApi({ method: "PATCH", path: API.ownProfile, body: update, answer: UserRow });
    updateUser(row);
    updatePeople((people) => people.map((person) => (person.id === row.id ? row : person)));
    return row;
  }

  return async (update) => {
    const saving = saveOnServer(update);
    const failure = await failureOf(saving);
    if (failure) {
      recheckAfter(failure);
      const problem = firstRefused(failure, FIELDS);
      return problem ? { status: "wrong", problem } : { status: "failed", reason: failureSentence(failure) };
    }
    void reloadPeople();
    const { id, firstName, lastName, positions } = await saving;
    const person = { id, firstName, lastName, positions };
    const outcome = await applyPersonChange({ type: "person.changed", person, from: today });
    return outcome.status === "refused" ? { status: "failed", reason: sentenceOf(outcome.code) } : null;
  };
}

interface ProfileFormProps {
  readonly draft: ProfileDraft;
  readonly onChange: (draft: ProfileDraft) => void;
  /** The view from which the user returns: the focus goes back to where it was. */
  readonly returningFrom: string | null;
  readonly onChangePassword: () => void;
  readonly onChangeAddress: () => void;
}

/** The message of the form after its button was pressed. */
type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "wrong"; readonly problem: ProfileProblem }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "saved" };

const NO_OUTCOME: Outcome = { status: "nothing" };

export function ProfileForm({ draft, onChange, returningFrom, ...ways }: ProfileFormProps) {
  const save = useProfileSaving();
  const offered = useOfferedServices();
  const passwordButtonRef = useRef<HTMLButtonElement>(null);
  const addressButtonRef = useRef<HTMLButtonElement>(null);

  async function trySave(): Promise<Outcome> {
    const checked = checkProfile(draft);
    if (checked.status === "wrong") return checked;
    return (await save(checked.update)) ?? { status: "saved" };
  }

  const [outcome, submit, isPending] = useActionState(trySave, NO_OUTCOME);
  const saved = useExpiringMessage(outcome.status === "saved" ? outcome : null);
  const problem = outcome.status === "wrong" ? outcome.problem : null;
  const { positions, ...texts } = draft;
  const { formRef, incompleteMessage, textProps } = useFormFields({
    texts,
    onType: (field, text) => onChange({ ...draft, [field]: text }),
    problem,
  });

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  useEffect(() => {
    if (returningFrom === "password") passwordButtonRef.current?.focus();
    if (returningFrom === "address") addressButtonRef.current?.focus();
  }, [returningFrom]);

  return (
    <form ref={formRef} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3">
        <TextField {...textProps("firstName")} label={accountText.firstName} autoComplete="given-name" />
        <TextField {...textProps("lastName")} label={accountText.lastName} autoComplete="family-name" />
      </div>
      <ServicePicker
        legend={accountText.services}
        offered={offered}
        value={positions}
        onChange={(chosen) => onChange({ ...draft, positions: chosen })}
        error={problem?.field === "positions" ? sentenceOf(problem.code) : null}
      />
      {/* Beside the button, because the top is far away on small screens. No gap while it is empty. */}
      <div className="-mb-4 [&>:not(:empty)]:mb-4">
        {incompleteMessage === null ? null : <Alert>{incompleteMessage}</Alert>}
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{profileOutcome.saveFailed}</Alert> : null}
        <StatusMessage>{saved ? profileOutcome.saved : null}</StatusMessage>
      </div>
      <div className="flex flex-col gap-1.5">
        <Button type="submit" variant="primary" size="large" fullWidth isPending={isPending}>
          {profileText.save}
        </Button>
        <Button ref={passwordButtonRef} variant="quiet" fullWidth icon={<KeyRound />} onClick={ways.onChangePassword}>
          {passwordText.change}
        </Button>
        <Button ref={addressButtonRef} variant="quiet" fullWidth icon={<AtSign />} onClick={ways.onChangeAddress}>
          {addressChangeText.title}
        </Button>
      </div>
    </form>
  );
}
