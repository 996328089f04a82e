import { betterAuth } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { expireCookie, setSessionCookie } from "better-auth/cookies";
import * as z from "zod";
import { PASSWORD_MAX, PASSWORD_MIN } from "#contract/account-forms.ts";
import type { Database } from "../database/database.ts";
import { hashing, hashPassword, verifyPassword } from "./passwords.ts";
import { cookiePrefixOf } from "./session-cookie.ts";
import { SESSION_REFRESH_SECONDS, SESSION_SECONDS } from "./session-lifetime.ts";

export interface AuthLibraryOptions {
  readonly database: Database;
  /** Signs the cookies. */
  readonly secret: string;
  readonly baseUrl: string;
}

/** What the cookie needs of a session that we wrote ourselves. */
const NewSession = z.object({ token: z.string(), userId: z.string(), isRemembered: z.boolean() });

/** Gives the browser the cookie of a session: signing in and up are our own, the cookie stays the library's. */
function sessionCookies() {
  const giveSessionCookie = createAuthEndpoint.serverOnly({ method: "POST", body: NewSession }, async (context) => {
    const { token, userId, isRemembered } = context.body;
    const { authCookies } = context.context;
    // Of an earlier sign-in on this browser: it would keep the new session from being prolonged.
    if (isRemembered) expireCookie(context, authCookies.dontRememberToken);
    const session = { token } as Parameters<typeof setSessionCookie>[1]["session"];
    const user = { id: userId } as Parameters<typeof setSessionCookie>[1]["user"];
    await setSessionCookie(context, { session, user }, !isRemembered);
    return null;
  });
  return { id: "session-cookies", endpoints: { giveSessionCookie } } as const;
}

const TIMES = { createdAt: "created_at", updatedAt: "updated_at" } as const;

/**
 * The auth library on the process's one database: it signs and checks cookies, prolongs and ends sessions, and keeps
 * passwords. It is called by our own routes only, never mounted: what the product does not list cannot be reached.
 */
export function createAuthLibrary({ database, secret, baseUrl }: AuthLibraryOptions) {
  return betterAuth({
    appName: "Diapason",
    baseURL: baseUrl,
    secret,
    database: { db: database.kysely, type: database.engine, transaction: true },
    telemetry: { enabled: false },
    // Our routes log what goes wrong; the library would write e-mail addresses.
    logger: { disabled: true },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password: {
        hash: (password) => hashing.run(() => hashPassword(password)),
        verify: ({ password, hash }) => hashing.run(() => verifyPassword(password, hash)),
      },
    },
    user: {
      modelName: "users",
      fields: { emailVerified: "email_verified", ...TIMES },
      additionalFields: {
        firstName: { type: "string", fieldName: "first_name", input: false },
        lastName: { type: "string", fieldName: "last_name", input: false },
        positions: { type: "string[]", input: false },
        isAdmin: { type: "boolean", fieldName: "is_admin", input: false },
        isBuiltIn: { type: "boolean", fieldName: "is_built_in", input: false },
      },
    },
    session: {
      fields: {
        userId: "user_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        ...TIMES,
      },
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_REFRESH_SECONDS,
    },
    account: {
      fields: {
        userId: "user_id",
        accountId: "account_id",
        providerId: "provider_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        ...TIMES,
      },
    },
    verification: { fields: { expiresAt: "expires_at", ...TIMES } },
    advanced: {
      cookiePrefix: cookiePrefixOf(baseUrl),
      // The library would put `__Secure-` before our prefix, which says more.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: baseUrl.startsWith("https:") },
      // A session and its user in one query; the schema is our own migrations', and a test compares it.
      database: { joins: true, validateSchema: false },
    },
    plugins: [sessionCookies()],
  });
}

export type AuthLibrary = ReturnType<typeof createAuthLibrary>;
