import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useReloadPeople } from "#client/people/people-hooks.ts";
import { BackButton } from "#client/ui/back-button.tsx";
import { goBack } from "#client/ui/go-back.ts";
import { ScreenTitle, useTitle } from "#client/ui/screen-title.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { actionText } from "#text/actions.ts";
import { usersText } from "#text/users.ts";
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

/** Where admins see who has an account, make them admins too, and delete them. */
export function UsersScreen() {
  const [query, setQuery] = useState("");
  const [, navigate] = useLocation();
  const reloadPeople = useReloadPeople();
  useTitle(usersText.title);
  useEffect(() => {
    // Who has only just become an admin has a list without e-mail addresses.
    void reloadPeople();
  }, [reloadPeople]);
  return (
    <div className="mx-auto w-full max-w-[1184px]">
      <BackButton label={actionText.back} onClick={() => goBack(() => navigate("/"))} />
      <ScreenTitle>{usersText.title}</ScreenTitle>
      <div className="mt-4 mb-5 flex flex-col gap-4 md:flex-row md:items-start md:justify-between">
        <SearchField value={query} onChange={setQuery} />
        <AdminForm />
      </div>
      <UserList query={query} />
    </div>
  );
}
