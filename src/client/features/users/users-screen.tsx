import { Search, UserPlus, UsersRound } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { fieldProblem, OutcomeMessage, refusal } from "#client/forms/use-action.tsx";
import { useForm } from "#client/forms/use-form.ts";
import { PAGES } from "#client/pages.ts";
import { usePeopleStore } from "#client/people/people-hooks.ts";
import { ScreenHead } from "#client/screen/screen-head.tsx";
import { useSession } from "#client/session/session-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { AdminPromotion, UserRow } from "#contract/accounts/users.ts";
import { API } from "#contract/paths.ts";
import { fullName } from "#domain/people/people.ts";
import { adminAdded, usersText } from "#text/users/users.ts";
import { UserList } from "./user-list.tsx";

/** The form that makes a user an admin, by their e-mail address. */
function AdminForm() {
  const { updateUser } = useSession();
  const call = useCall();
  const people = usePeopleStore();
  const [email, setEmail] = useState("");
  const form = useForm({
    texts: { email },
    onType: (_, text) => setEmail(text),
    async send() {
      const problem = fieldProblem("email", AdminPromotion.shape.email, email);
      if (problem) return problem;
      const body = { email: email.trim() };
      const { failure, value: row } = await call({ method: "POST", path: API.admins, body, response: UserRow });
      if (failure) return refusal(failure, usersText.addAdminFailed, ["email"]);
      // Does nothing if the row belongs to another user.
      updateUser(row);
      people.update((rows) => rows.map((person) => (person.id === row.id ? row : person)));
      void people.reload();
      // Empties the field, unless another address was typed meanwhile.
      setEmail((typed) => (typed === email ? "" : typed));
      return { status: "done", sentence: adminAdded(fullName(row), row.positions) };
    },
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start [&_input]:min-h-11">
        <div className="grow md:w-[300px] md:flex-none">
          <TextField {...form.emailProps("email")} label={usersText.newAdminEmail} />
        </div>
        {/* Aligned with the field, whatever is above and below it. */}
        <Button type="submit" icon={<UserPlus />} isPending={form.isPending} className="sm:mt-[26px]">
          {usersText.addAdmin}
        </Button>
      </div>
      {/* As wide as the line above, whatever the length of the sentence. */}
      <OutcomeMessage outcome={form.message} className="-mb-3 w-0 min-w-full [&>:not(:empty)]:mb-3" />
    </form>
  );
}

function SearchField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
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

export function UsersScreen() {
  const [query, setQuery] = useState("");
  const { reload } = usePeopleStore();
  // A user who just became an admin still has the list without e-mail addresses: only admins receive these.
  useEffect(() => void reload(), [reload]);
  return (
    <div className="mx-auto w-full max-w-[1184px]">
      <ScreenHead title={usersText.title}>
        <Link href={PAGES.addPeople} className={buttonClass({ size: "compact" })}>
          <UsersRound />
          {usersText.addPeople}
        </Link>
      </ScreenHead>
      <div className="mt-4 mb-5 flex flex-col gap-4 md:flex-row md:items-start md:justify-between">
        <SearchField value={query} onChange={setQuery} />
        <AdminForm />
      </div>
      <UserList query={query} />
    </div>
  );
}
