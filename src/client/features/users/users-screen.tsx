import { Search, UsersRound } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { useReloadPeople } from "#client/people/people-hooks.ts";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { buttonClass } from "#client/ui/buttons/button.tsx";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { PAGES } from "#client/pages.ts";
import { actionText } from "#text/phrases/actions.ts";
import { usersText } from "#text/users/users.ts";
import { AdminForm } from "./admin-form.tsx";
import { UserList } from "./user-list.tsx";

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
