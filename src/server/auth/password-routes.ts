import type { Context, Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import { CHANGE_PASSWORD, LINKED_PAGES, PASSWORD_FORM } from "#contract/paths.ts";
import type { PasswordChange } from "#contract/sign-in/passwords.ts";
import { type Actor, addRoute, type AppEnv, DONE } from "../api/operation-route.ts";
import { shownAddress } from "../api/user-record.ts";
import { Refusal } from "../errors.ts";
import type { AuthParts } from "./auth-parts.ts";
import type { PasswordCheck } from "./passwords/password-check.ts";
import { hashInQueue, hashPassword } from "./passwords/passwords.ts";
import { findPassword } from "./passwords/read-password.ts";
import { lockCaller, replacePassword } from "./passwords/write-password.ts";
import { createHandedOverResets, createPasswordResets } from "./resets/password-reset.ts";

export function addPasswordRoutes(app: Hono<AppEnv>, parts: AuthParts, passwords: PasswordCheck): void {
  const { settings, database, sessions, clock } = parts;
  const resets = createPasswordResets(parts);
  const handOver = createHandedOverResets(parts);

  /** Changes the password, and ends the user's other sessions. */
  async function changePassword(
    context: Context<AppEnv>,
    actor: Actor,
    { currentPassword, newPassword }: PasswordChange,
  ): Promise<void> {
    if (actor.isBuiltIn) throw new Refusal("account.built_in");
    const { oldHash, hash } = await hashInQueue(context, actor.id, async () => ({
      oldHash: await passwords.check(actor.id, currentPassword, "account.wrong_old_password"),
      hash: await hashPassword(newPassword),
    }));
    await database.kysely.transaction().execute(async (transaction) => {
      const user = await lockCaller({ engine: database.engine, kysely: transaction }, actor.id);
      // Another request replaced the password while the new one was hashed.
      if ((await findPassword(transaction, user.id)) !== oldHash) throw new Refusal("account.wrong_old_password");
      await replacePassword(transaction, { userId: user.id, hash, now: clock() });
      const deletion = transaction.deleteFrom("session").where("user_id", "=", actor.id);
      await deletion.where("id", "!=", actor.sessionId).execute();
    });
  }

  // Password managers open this address. It leads to the form that changes the password.
  app.get(CHANGE_PASSWORD, async (context) => {
    context.header("cache-control", "no-store");
    // The form is a dialog over a page. The choice of a group is a page that every user has, also without a group.
    const form = LINKED_PAGES.groupChoice + PASSWORD_FORM;
    return context.redirect((await sessions.current(context)) === null ? LINKED_PAGES.login : form, 303);
  });
  addRoute(app, OPERATIONS.requestPasswordReset, sessions, async ({ context, body }) => {
    await resets.request(context, body);
    return DONE;
  });
  addRoute(app, OPERATIONS.resetPassword, sessions, async ({ context, body }) => {
    const email = await resets.reset(context, body);
    return { ...DONE, email: shownAddress(email) };
  });
  addRoute(app, OPERATIONS.handOverReset, sessions, ({ actor, parameters }) => handOver(actor.id, parameters.id));
  // Without a mail server, mails are written to files.
  addRoute(app, OPERATIONS.readMailDelivery, sessions, async () => ({
    to: settings.mailUrl === null ? ("files" as const) : ("people" as const),
  }));
  addRoute(app, OPERATIONS.changePassword, sessions, async ({ context, actor, body }) => {
    await changePassword(context, actor, body);
    return DONE;
  });
}
