import type { Generated } from "kysely";
import type { AskingGoal, AskingState } from "#domain/notifications/asking.ts";
import type { MessageOutcome } from "#domain/notifications/message-outcomes.ts";
import type { EventRow } from "./event-columns.ts";

/** A date as the driver returns it: a `Date` from PostgreSQL, ISO text from SQLite. Both accept a `Date`. */
export type StoredDate = Date | string;
/** A boolean as the driver returns it: a boolean from PostgreSQL, 0 or 1 from SQLite. Both accept a boolean. */
export type StoredBoolean = boolean | number;

/** The tables of a planning's database, after all migrations. Kysely checks queries against these types. */
export interface Tables {
  /** One person (specification §3, User). The first columns are the specification's, the rest are ours. */
  users: {
    id: string;
    /** In lower case. `null`: a person without an account whose address is unknown. */
    email: string | null;
    first_name: string;
    last_name: string;
    /** A JSON array of service names. */
    positions: string;
    is_admin: StoredBoolean;
    created_at: StoredDate;
    updated_at: StoredDate;
    /** The full name. Required by the auth library of an earlier version. */
    name: string;
    image: string | null;
    /** Whether the person has proven that mails to this address reach them. */
    email_verified: Generated<StoredBoolean>;
    /** When a mail server refused the address permanently; `null`: never. */
    address_refused_at: StoredDate | null;
    /** Whether this is the row of the default admin, who never registered. */
    is_built_in: Generated<StoredBoolean>;
    /** How many times a month the person wants to play at most; `null`: no limit. */
    plays_at_most: number | null;
    /** Whether replies to requests of this admin go to the admin's address. */
    takes_replies: Generated<StoredBoolean>;
    /** When the latest session began; `null`: never, or before this column existed. */
    signed_in_at: StoredDate | null;
    /** A JSON array of ids: people with the same name whom an admin marked as different people. */
    different_from: Generated<string>;
  };
  /** The former id of a person whose two rows were merged. Links with this id still work. */
  former_person: {
    former_id: string;
    user_id: string;
  };
  /** A signed-in browser. */
  session: {
    id: string;
    user_id: string;
    token: string;
    expires_at: StoredDate;
    created_at: StoredDate;
    /** The time of the latest request, to the minute. */
    updated_at: StoredDate;
    ip_address: string | null;
    user_agent: string | null;
  };
  /** A user's password. The other columns belong to the auth library of an earlier version. */
  account: {
    id: string;
    user_id: string;
    account_id: string;
    provider_id: string;
    /** A password hash as a PHC string. */
    password: string | null;
    created_at: StoredDate;
    updated_at: StoredDate;
    access_token: string | null;
    refresh_token: string | null;
    id_token: string | null;
    access_token_expires_at: StoredDate | null;
    refresh_token_expires_at: StoredDate | null;
    scope: string | null;
  };
  /** Unused. The auth library of an earlier version required it, so existing databases have it. */
  verification: {
    id: string;
    identifier: string;
    value: string;
    expires_at: StoredDate;
    created_at: StoredDate;
    updated_at: StoredDate;
  };
  /** A rate limit: how many tries were counted within a time window. */
  rate_limit: {
    key: string;
    count: number;
    expires_at: StoredDate;
  };
  /** One-time links, made by `npm run admin`, for creating an admin account. */
  admin_invitation: {
    email: string;
    token_hash: string;
    expires_at: StoredDate;
  };
  /** A single row: the nonce from which the team's invitation link is derived. */
  team_invitation: {
    id: number;
    nonce: string;
    created_at: StoredDate;
  };
  /** One-time links with which a person creates the account for their existing row. */
  person_invitation: {
    user_id: string;
    /** The link's token is derived from it. */
    nonce: string;
    token_hash: string;
    expires_at: StoredDate;
  };
  /** One-time links for setting a new password. */
  password_reset: {
    user_id: string;
    token_hash: string;
    expires_at: StoredDate;
    /** The address to which the link was mailed; `null`: an admin hands it over. */
    mailed_to: string | null;
  };
  /** Links that confirm an address. They stay until they expire, so that opening one twice is not an error. */
  address_confirmation: {
    user_id: string;
    /** The address to which the link was mailed. */
    email: string;
    token_hash: string;
    expires_at: StoredDate;
  };
  /** One-time links that give an account another address: a new one, or its former one back. */
  address_change: {
    token_hash: string;
    user_id: string;
    /** The address that the account gets, to which the link was mailed. */
    email: string;
    /** Whether the account had it before. Nobody else may take it until the link expires. */
    is_return: StoredBoolean;
    expires_at: StoredDate;
  };
  /** A passkey, with which a user signs in without a password (WebAuthn). */
  passkey: {
    id: string;
    user_id: string;
    credential_id: string;
    /** A COSE key in base64url. */
    public_key: string;
    /** How often the key was used, as the authenticator reports. Many authenticators always report 0. */
    counter: number;
    /** A JSON array: the transports by which the authenticator is reached. */
    transports: string;
    /** Whether it is synchronised to the user's other devices. */
    is_synced: StoredBoolean;
    /** The user agent of the browser in which it was created. */
    user_agent: string;
    created_at: StoredDate;
    last_used_at: StoredDate | null;
  };
  /** Answered passkey challenges. They are stored until they expire, so that none can be answered twice. */
  used_challenge: {
    challenge_hash: string;
    expires_at: StoredDate;
  };
  /** A user's calendar address: the nonce from which its token is derived. A merged person has the addresses of both rows. */
  calendar_feed: {
    user_id: string;
    nonce: string;
    created_at: StoredDate;
  };
  /** How a person wants to be notified of one topic, if it differs from `INITIAL_PREFERENCES`. */
  notification_wish: {
    user_id: string;
    /** A `Topic`. */
    topic: string;
    by_mail: StoredBoolean;
    /** Whether devices that are registered later get push messages of this topic. */
    by_push: StoredBoolean;
  };
  /** A browser that gets notifications (W3C Push API). */
  push_subscription: {
    /** Derived from the endpoint. */
    id: string;
    user_id: string;
    /** The session in which it was registered. Ending the session deletes both. `null`: the session expired. */
    session_id: string | null;
    endpoint: string;
    p256dh: string;
    auth: string;
    /** A JSON array of the topics that this device wants. */
    topics: string;
    user_agent: string;
    registered_at: StoredDate;
  };
  /** A task for later, such as sending a mail. */
  job: {
    /** A new id each time that the job is added, even if it replaces one with the same kind and subject. */
    id: string;
    kind: string;
    /** There is at most one job with the same kind and subject. */
    subject: string;
    /** JSON; `null`: nothing. */
    payload: string | null;
    /** Recipient and content of a mail, encrypted with a key derived from the secret; `null` for other kinds. */
    sealed: string | null;
    /** The time of the next try. While a process runs the job: when another process may take over. */
    due_at: StoredDate;
    /** When a process began to run the job; `null`: it is waiting. */
    claimed_at: StoredDate | null;
    /** How many tries have begun. */
    tries: number;
    /** A `JobFailure` as JSON: why the latest try failed; `null`: none did. */
    last_error: string | null;
    created_at: StoredDate;
    /** The job is deleted after this time, because it would be useless. */
    expires_at: StoredDate;
  };
  /** A service of the team's own, or one of the built-in ones that was hidden. */
  service: {
    /** A random id; the id of a built-in service is its name. */
    id: string;
    name: string;
    is_offered: StoredBoolean;
    /** Own services are listed in this order, that of their creation. */
    place: number;
    /** A JSON array of former names. Pages that were opened before the renaming still send them. */
    former_names: string;
  };
  /** How many mails the mail server accepted on a day (UTC). */
  mail_tally: {
    day: string;
    sent: number;
  };
  /** A single row: the state of the shared planning. Every change of the planning locks this row until its commit. */
  planning_state: {
    id: number;
    /** `null` while the planning is not shared. */
    shared_at: StoredDate | null;
    /** The hash of the publication (the sent planning of a browser), by which a retry of it is detected. */
    publication_hash: string | null;
    /** The response to the publication: a `PublicationReceipt` as JSON. */
    publication_receipt: string | null;
    /** The position of the latest change in the log. */
    position: number;
    /** Whether new groups remind their members. */
    reminders_default: Generated<StoredBoolean>;
  };
  /** A group of people who play together. */
  planning_group: {
    id: string;
    name: string;
    /** Groups are listed in this order. */
    place: number;
    /** A JSON array of role pairs; `null`: the default ones. */
    combinable_pairs: string | null;
    /** A JSON array of the roles that its events need; `null`: the specification's seven. */
    required_roles: string | null;
    /** Whether members who have not answered are reminded, and how many days before an event. */
    reminders_on: Generated<StoredBoolean>;
    reminder_days: Generated<number>;
    /** When `reminders_on` and `reminder_days` were last changed; `null`: never. */
    reminders_set_at: StoredDate | null;
    /** Where replies to the group's messages go; `null`: to the sender. */
    reply_address: string | null;
    /** When the group was moved to the trash, from which it can be restored; `null`: not deleted. */
    deleted_at: StoredDate | null;
    deleted_by: string | null;
  };
  /** A person's membership of a group. */
  group_member: {
    group_id: string;
    user_id: string;
    joined_at: StoredDate;
    /** Whether the member has an admin's rights within this group. */
    is_leader: Generated<StoredBoolean>;
  };
  /** Who answers for a person without an account (`entrusted_id`). */
  guardian: {
    entrusted_id: string;
    guardian_id: string;
  };
  /** An event. `EventRow` has the columns of its own fields. */
  planning_event: EventRow & {
    /** How often it was edited, deleted or restored: the `SEQUENCE` of a calendar entry (RFC 5545). */
    sequence: Generated<number>;
    /** When it was last created, edited, deleted or restored; `null`: not since its publication, or since an old version. */
    changed_at: StoredDate | null;
    /** When it got its date and time: created, moved or restored; `null`: published, or created by an old version. */
    timed_at: StoredDate | null;
    /** When everybody was asked to answer again. Earlier answers no longer count. */
    asked_again_at: StoredDate | null;
    /** All reminders due until this moment were sent; `null`: none was due yet. */
    reminded_until: StoredDate | null;
    deleted_at: StoredDate | null;
    deleted_by: string | null;
  };
  /**
   * One person's answer for one event. The row stays when the person withdraws the answer: an older answer, which an
   * offline phone sends later, must not replace the withdrawal.
   */
  availability: {
    event_id: string;
    user_id: string;
    /** `null`: withdrawn. */
    status: "present" | "absent" | null;
    user_name: string;
    /** A JSON array: the person's services at the time of the answer. */
    positions: string;
    answered_at: StoredDate;
    /** A comment of the person; `null`: none. */
    comment: string | null;
    /** The user who answered for the person; `null`: the person answered. */
    said_by: string | null;
    /** The position of the change that set the answer. Answers are listed in this order. */
    place: number;
    /** The order among the answers of one change: a publication has many. */
    rank: number;
  };
  /** The former state of an event that changed. The row is deleted when the members have been notified. */
  event_news: {
    event_id: string;
    group_id: string;
    name: string;
    date: string;
    time: string;
    end_time: string | null;
    /** JSON: `true`, or `null`. */
    ends_next_day: string | null;
    location: string;
    /** Whether the event, or its group, was deleted. */
    is_deleted: StoredBoolean;
    /** A JSON array of arrays: the ids of the people who were present. */
    present_ids: string;
    /** Whether the event was so new that only the people in `present_ids` knew it. */
    is_new: StoredBoolean;
  };
  /** Days on which a person is absent, both included. Its effect on events is computed, never stored. */
  absence: {
    id: string;
    user_id: string;
    from_date: string;
    to_date: string;
  };
  /** A person whom an admin asks to come to an event: at once, or as one of several people who are asked in order. */
  event_request: {
    event_id: string;
    user_id: string;
    /** `null`: the admin was deleted. */
    asked_by: string | null;
    /** When the person was asked; `null`: other people are asked before. */
    asked_at: StoredDate | null;
    /** Why no message was sent: a `ReachProblem`; `null`: one was sent. */
    unreachable: string | null;
    /** The person's rank in the latest order; `null`: not in it. */
    place: number | null;
    /** The person on the line-up who asks to be replaced; `null`: an admin asks. */
    replaces: string | null;
  };
  /** The roles on an event's kept line-up of which a person was last notified. */
  told_place: {
    event_id: string;
    user_id: string;
    /** A JSON array of `BandRole`. */
    roles: string;
  };
  /** The outcome of a message about an event, for one person. */
  message: {
    /** The same for all recipients of one decision. */
    id: string;
    user_id: string;
    event_id: string;
    /** The group of the event. */
    group_id: string;
    /** How many more events the same message is about. There are no rows for them. */
    other_events: number;
    /** A `Topic`. */
    topic: string;
    decided_at: StoredDate;
    outcome: MessageOutcome;
  };
  /** The latest order in which people are asked for an event. */
  asking_order: {
    event_id: string;
    asked_by: string;
    /** How many hours each person has to answer before the next is asked. */
    hours: number;
    goal: AskingGoal;
    state: AskingState;
  };
  /** The change log: clients that were offline read the changes since their last position. */
  planning_change: {
    /** 1, 2, 3…, in the order in which the changes were committed. */
    position: number;
    /** A `PlanningChangeRow` as JSON; `null`: many rows changed (a publication, a restoration), so clients reload all. */
    change: string | null;
    /** The group of the change; `null`: all groups. */
    group_id: string | null;
    /** The person whose data `change` contains. When the person is deleted, `change` is replaced. */
    user_id: string | null;
    accepted_at: StoredDate;
  };
  /** The journal of admin actions: rows are only added, never changed or deleted. */
  admin_act: {
    /** 1, 2, 3…, in the order in which they were committed. */
    number: number;
    done_at: StoredDate;
    /** The acting user; `null`: the server's command line. */
    actor_id: string | null;
    /** The affected user. */
    person_id: string | null;
    /** An `AdminAct` as JSON. */
    act: string;
  };
  /** One row. Triggers renew the version when sessions or users change, so that servers drop their cached sessions. */
  access_version: {
    id: number;
    version: string;
  };
  /** The migrations that were applied to this database. */
  schema_version: {
    version: number;
    name: string;
    applied_at: StoredDate;
  };
}

export function readDate(stored: StoredDate): Date {
  return new Date(stored);
}

export function readBoolean(stored: StoredBoolean): boolean {
  return Boolean(stored);
}
