import { AtSign, KeyRound } from "lucide-react";
import { type Outcome, OutcomeMessage, refusal } from "#client/forms/use-action.tsx";
import { useForm } from "#client/forms/use-form.ts";
import { ServicePicker } from "#client/music/services/service-picker.tsx";
import { usePeopleStore } from "#client/people/people-hooks.ts";
import { useApplyPersonChange } from "#client/planning/planning-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import type { StoredFields } from "#client/session/stored-draft.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { useOfferedServices } from "#client/session/team-services.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { UserRow } from "#contract/accounts/users.ts";
import { errorCodeOf } from "#contract/errors.ts";
import { ProfileUpdate } from "#contract/own-account.ts";
import { API } from "#contract/paths.ts";
import { isService } from "#domain/people/services.ts";
import { accountText } from "#text/accounts/accounts.ts";
import { passwordText } from "#text/accounts/passwords.ts";
import { addressChangeText, profileOutcome, profileText } from "#text/profile/profile.ts";

export type ProfileDraft = Readonly<Pick<UserRow, "firstName" | "lastName" | "positions">>;

const FIELDS = ["firstName", "lastName", "positions"] as const;

export function draftOf({ firstName, lastName, positions }: UserRow): ProfileDraft {
  return { firstName, lastName, positions };
}

/** Validates the form: the values to send, or the first problem in the order of the fields. */
export function checkProfile(draft: ProfileDraft): { readonly update: ProfileDraft } | { readonly problem: Outcome } {
  // The built-in services first, then those of the team.
  const positions = [...draft.positions.filter(isService), ...draft.positions.filter((name) => !isService(name))];
  const { data, error } = ProfileUpdate.safeParse({ ...draft, positions });
  if (data) return { update: data };
  const [issue] = error.issues;
  return { problem: { status: "wrong", field: String(issue?.path[0]), code: errorCodeOf(issue?.message ?? "") } };
}

/** The fields of a stored draft. It has only those that the user changed. */
export function storedProfile(stored: StoredFields | null): Partial<ProfileDraft> {
  const { firstName, lastName, positions } = stored ?? {};
  return {
    ...(typeof firstName === "string" && { firstName }),
    ...(typeof lastName === "string" && { lastName }),
    ...(positions !== undefined && { positions: [positions].flat() }),
  };
}

/**
 * Returns a function that saves the profile on the server, then updates this page. Answers « present » from today on are
 * updated too, because they contain the person's services. After a failure, saving again repeats all steps.
 */
function useProfileSaving(): (update: ProfileDraft) => Promise<Outcome> {
  const { updateUser } = useSession();
  const call = useCall();
  const people = usePeopleStore();
  const applyPersonChange = useApplyPersonChange();
  const today = useToday();

  return async (update) => {
    const { failure, value: row } = await call({
      method: "PATCH",
      path: API.ownProfile,
      body: update,
      response: UserRow,
    });
    if (failure) return refusal(failure, profileOutcome.saveFailed, FIELDS);
    updateUser(row);
    people.update((rows) => rows.map((person) => (person.id === row.id ? row : person)));
    void people.reload();
    const person = { id: row.id, ...draftOf(row) };
    const applied = await applyPersonChange({ type: "person.changed", person, from: today });
    if (applied.status === "refused") return refusal(applied, profileOutcome.saveFailed);
    return { status: "done", sentence: profileOutcome.saved };
  };
}

interface ProfileFormProps {
  readonly draft: ProfileDraft;
  readonly onChange: (changed: Partial<ProfileDraft>) => void;
  readonly onSaved: () => void;
  readonly onChangePassword: () => void;
  readonly onChangeAddress: () => void;
}

export function ProfileForm({ draft, onChange, onSaved, onChangePassword, onChangeAddress }: ProfileFormProps) {
  const save = useProfileSaving();
  const offered = useOfferedServices();
  const { positions, ...texts } = draft;
  const form = useForm({
    texts,
    onType: (field, text) => onChange({ [field]: text }),
    async send() {
      const checked = checkProfile(draft);
      if ("problem" in checked) return checked.problem;
      const outcome = await save(checked.update);
      if (outcome.status === "done") onSaved();
      return outcome;
    },
  });

  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3">
        <TextField {...form.textProps("firstName")} label={accountText.firstName} autoComplete="given-name" />
        <TextField {...form.textProps("lastName")} label={accountText.lastName} autoComplete="family-name" />
      </div>
      <ServicePicker
        legend={accountText.services}
        offered={offered}
        value={positions}
        onChange={(chosen) => onChange({ positions: chosen })}
        error={form.errorOf("positions")}
      />
      {/* Beside the button, because the top is far away on small screens. No gap while it is empty. */}
      <OutcomeMessage outcome={form.message} className="-mb-4 [&>:not(:empty)]:mb-4" />
      <div className="flex flex-col gap-1.5">
        <Button type="submit" variant="primary" size="large" fullWidth isPending={form.isPending}>
          {profileText.save}
        </Button>
        <Button data-opens="password" variant="quiet" fullWidth icon={<KeyRound />} onClick={onChangePassword}>
          {passwordText.change}
        </Button>
        <Button data-opens="address" variant="quiet" fullWidth icon={<AtSign />} onClick={onChangeAddress}>
          {addressChangeText.title}
        </Button>
      </div>
    </form>
  );
}
