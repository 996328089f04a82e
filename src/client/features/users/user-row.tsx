import { AtSign, Mail, Merge, ShieldCheck, UserRound, ShieldOff, KeyRound } from "lucide-react";
import { useId, useTransition } from "react";
import { Confirm } from "#client/deletion/confirm.tsx";
import { EntrustingForm } from "#client/family/entrusting-form.tsx";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { ServiceChip } from "#client/music/services/service-tile.tsx";
import { hasAccount } from "#client/people/has-account.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import type { TeamRow as User } from "#contract/accounts/users.ts";
import { fullName } from "#domain/people/people.ts";
import { roleOf } from "#domain/permissions.ts";
import { personDetails } from "#text/phrases/names-apart.ts";
import { mergingText } from "#text/users/merging.ts";
import { changeAddressOf, deleteUser, groupsLine, invitePerson, usersText, resetLinkFor } from "#text/users/users.ts";

interface UserRowProps {
  readonly user: User;
  /** Names of their groups; `null` if unknown or not recorded. */
  readonly groups: readonly string[] | null;
  /** Admins cannot delete, demote or merge themselves here. */
  readonly isOwn: boolean;
  /** Whether the server only writes its mails to files. Then admins pass reset links on themselves. */
  readonly doMailsGoToFiles: boolean;
  readonly onDelete: () => void;
  readonly onDemote: () => Promise<void>;
  readonly onPrepareReset: () => Promise<void>;
  readonly onInvite: () => void;
  readonly onChangeAddress: () => void;
  readonly onMerge: () => void;
}

function AccountBadge({ account }: Pick<User, "account">) {
  if (account !== "invited" && account !== "none") return null;
  const Icon = account === "invited" ? Mail : UserRound;
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-sunk px-2 py-px text-badge text-ink-2">
      <Icon className="size-[15px]" />
      {account === "invited" ? usersText.invited : usersText.noAccount}
    </span>
  );
}

function AdminBadge() {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-primary-soft px-2 py-px text-badge text-primary">
      <ShieldCheck className="size-[15px]" />
      {usersText.admin}
    </span>
  );
}

/** An e-mail address, with a preferred line break before its `@`. */
function Email({ address }: { readonly address: string }) {
  const at = address.lastIndexOf("@");
  return (
    <p className="text-small wrap-anywhere text-ink-2">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </p>
  );
}

function Services({ positions }: Pick<User, "positions">) {
  if (positions.length === 0) return <p className="text-small text-ink-2">{usersText.noService}</p>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {positions.map((service) => (
        <li key={service} className="flex">
          <ServiceChip service={service} />
        </li>
      ))}
    </ul>
  );
}

export function UserRow(props: UserRowProps) {
  const { user, groups, isOwn, doMailsGoToFiles, onDelete, onDemote, onPrepareReset } = props;
  const { id, email, positions } = user;
  const nameId = useId();
  const name = fullName(user);
  const isMemberWithAccount = hasAccount(user) && roleOf(user) === "member";
  const [isDemoting, startDemoting] = useTransition();
  const [isPreparing, startPreparing] = useTransition();
  const quiet = { variant: "quiet", size: "compact" } as const;
  const nameProps = (label: string) => ({ "aria-label": label, "aria-description": personDetails(user) });
  return (
    <li className="group px-3 first:rounded-t-card last:rounded-b-card has-data-confirming:bg-danger-tint md:px-5">
      <div className="user-row">
        <Avatar id={id} name={name} size={40} />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <p className="min-w-0 text-name wrap-anywhere">
              <bdi id={nameId}>{name}</bdi>
            </p>
            {roleOf(user) === "admin" ? <AdminBadge /> : null}
            <AccountBadge account={user.account} />
          </div>
          {email === undefined ? null : <Email address={email} />}
          {user.isAddressRefused === true ? (
            <p className="text-small text-missing">{usersText.addressRefused}</p>
          ) : null}
        </div>
        <div className="max-md:col-span-2 max-md:col-start-2 max-md:row-start-2">
          <Services positions={positions} />
          {groups === null ? null : <p className="mt-1.5 text-small wrap-anywhere text-ink-2">{groupsLine(groups)}</p>}
          {groups === null ? null : <EntrustingForm person={user} />}
        </div>
        <div className="flex flex-wrap gap-x-4 max-md:col-span-full max-md:row-start-3 max-md:-mx-3 md:flex-col md:items-start">
          {user.isAdmin && !isOwn ? (
            <Confirm
              label={usersText.removeRights}
              confirmLabel={usersText.confirmRemoval}
              onConfirm={() => startDemoting(onDemote)}
              button={{ ...quiet, icon: <ShieldOff />, isPending: isDemoting, "aria-describedby": nameId }}
            />
          ) : null}
          {isMemberWithAccount && doMailsGoToFiles ? (
            <Button
              {...quiet}
              {...nameProps(resetLinkFor(name))}
              icon={<KeyRound />}
              isPending={isPreparing}
              onClick={() => startPreparing(onPrepareReset)}
            >
              {usersText.resetLink}
            </Button>
          ) : null}
          {isMemberWithAccount ? (
            <Button {...quiet} {...nameProps(changeAddressOf(name))} icon={<AtSign />} onClick={props.onChangeAddress}>
              {usersText.changeAddress}
            </Button>
          ) : null}
          {hasAccount(user) ? null : (
            <Button {...quiet} {...nameProps(invitePerson(name))} icon={<Mail />} onClick={props.onInvite}>
              {usersText.invite}
            </Button>
          )}
          {isOwn ? null : (
            <Button {...quiet} icon={<Merge />} aria-describedby={nameId} onClick={props.onMerge}>
              {mergingText.mergeWith}
            </Button>
          )}
        </div>
        <div className="md:col-start-5 max-md:col-start-3 max-md:row-start-1 max-md:has-data-confirming:col-span-full max-md:has-data-confirming:row-start-4">
          {isOwn ? null : (
            <Confirm
              className="-mr-1.5"
              label={deleteUser(name)}
              description={personDetails(user)}
              onConfirm={onDelete}
            />
          )}
        </div>
      </div>
    </li>
  );
}
