import { Search, UsersRound, UserPlus } from "lucide-react";
import { useEffect, useState, type SubmitEvent, startTransition, useActionState, useRef } from "react";
import { Link, useLocation } from "wouter";
import { useReloadPeople, useUpdatePeople } from "#client/people/people-hooks.ts";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { buttonClass, Button } from "#client/ui/buttons/button.tsx";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { PAGES } from "#client/pages.ts";
import { actionText } from "#text/phrases/actions.ts";
import { usersText, adminAdded } from "#text/users/users.ts";
import { UserList } from "./user-list.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { sentenceOf, failureSentence } from "#text/errors/errors.ts";
import { firstRefused } from "#client/forms/refused-fields.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter, useSession } from "#client/session/session-hooks.ts";
import { AdminPromotion, UserRow } from "#contract/accounts/users.ts";
import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { API } from "#contract/paths.ts";
import { fullName } from "#domain/people/people.ts";

/** Result of promoting the user with an e-mail address. */
type PromotionOutcome =
  | { readonly status: "nothing" }
  | { readonly status: "wrong"; readonly code: ErrorCode }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "promoted"; readonly sentence: string };

function problemOf(email: string): PromotionOutcome | null {
  const issue = AdminPromotion.safeParse({ email }).error?.issues[0];
  if (!issue) return null;
  return { status: "wrong", code: errorCodeOf(issue.message) };
}

/**
 * Returns a function that makes the user with an e-mail address an admin. The page shows it at once, also for the
 * signed-in user.
 */
function usePromotion(): (email: string) => Promise<PromotionOutcome> {
  const { updateUser } = useSession();
  const recheckAfter = useRecheckAfter();
  const updatePeople = useUpdatePeople();
  const reloadPeople = useReloadPeople();

  return async (email) => {
    const problem = problemOf(email);
    if (problem) return problem;
    const promoting = callApi({ method: "POST", path: API.admins, body: { email: email.trim() }, answer: UserRow });
    const failure = await failureOf(promoting);
    if (failure) {
      recheckAfter(failure);
      const refused = firstRefused(failure, ["email"]);
      if (refused) return { status: "wrong", code: refused.code };
      return { status: "failed", reason: failureSentence(failure) };
    }
    const row = await promoting;
    // Does nothing if it is another user's row.
    updateUser(row);
    updatePeople((people) => people.map((person) => (person.id === row.id ? row : person)));
    void reloadPeople();
    return { status: "promoted", sentence: adminAdded(fullName(row), row.positions) };
  };
}

const NO_OUTCOME: PromotionOutcome = { status: "nothing" };

/** Makes a user an admin, by their e-mail address. */
function AdminForm() {
  const promote = usePromotion();
  const [email, setEmail] = useState("");
  const fieldRef = useRef<HTMLInputElement>(null);

  async function tryToPromote(): Promise<PromotionOutcome> {
    const outcome = await promote(email);
    // If another address was typed meanwhile, it stays.
    if (outcome.status === "promoted") setEmail((typed) => (typed === email ? "" : typed));
    return outcome;
  }

  const [outcome, submit, isPending] = useActionState(tryToPromote, NO_OUTCOME);
  const promoted = useExpiringMessage(outcome.status === "promoted" ? outcome : null);

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  useEffect(() => {
    if (outcome.status === "wrong" || outcome.status === "failed") fieldRef.current?.focus();
  }, [outcome]);

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start [&_input]:min-h-11">
        <div className="grow md:w-[300px] md:flex-none">
          <TextField
            ref={fieldRef}
            label={usersText.newAdminEmail}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            error={outcome.status === "wrong" ? sentenceOf(outcome.code) : null}
          />
        </div>
        {/* Aligned with the field, whatever is above and below it. */}
        <Button type="submit" icon={<UserPlus />} isPending={isPending} className="sm:mt-[26px]">
          {usersText.addAdmin}
        </Button>
      </div>
      {/* As wide as the line above, whatever the length of the sentence. */}
      <div className="-mb-3 w-0 min-w-full [&>:not(:empty)]:mb-3">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{usersText.addAdminFailed}</Alert> : null}
        <StatusMessage>{promoted?.sentence}</StatusMessage>
      </div>
    </form>
  );
}

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SearchField({ value, onChange }: SearchFieldProps) {
  return (
    <div className="relative md:w-[330px] [&_input]:min-h-11">
      <TextField
        label={usersText.search}
        type="search"
        placeholder={usersText.searchHint}
        autoComplete="off"
        spellCheck={false}
        className="pl-11"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <Search className="pointer-events-none absolute bottom-[13px] left-[14px] text-ink-2" />
    </div>
  );
}

/** Where admins see all users, promote and delete them. */
export function UsersScreen() {
  const [query, setQuery] = useState("");
  const [, navigate] = useLocation();
  const reloadPeople = useReloadPeople();
  useTitle(usersText.title);
  useEffect(() => {
    // A user who just became an admin still has the list without e-mail addresses.
    void reloadPeople();
  }, [reloadPeople]);
  return (
    <div className="mx-auto w-full max-w-[1184px]">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <BackButton label={actionText.back} onClick={() => goBack(() => navigate(PAGES.home))} />
        <Link href={PAGES.addPeople} className={buttonClass({ size: "compact" })}>
          <UsersRound />
          {usersText.addPeople}
        </Link>
      </div>
      <ScreenTitle>{usersText.title}</ScreenTitle>
      <div className="mt-4 mb-5 flex flex-col gap-4 md:flex-row md:items-start md:justify-between">
        <SearchField value={query} onChange={setQuery} />
        <AdminForm />
      </div>
      <UserList query={query} />
    </div>
  );
}
