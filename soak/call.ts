export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface CallAnswer {
  readonly status: number;
  readonly text: string;
  /** `name=value` of each cookie that was set. */
  readonly cookies: readonly string[];
}

/** Calls the API of the server at `url` with `cookie`. @throws Error if no complete answer comes */
export async function call(url: string, cookie: string, { method, path, body, headers }: Call): Promise<CallAnswer> {
  const answer = await fetch(url + path, {
    method,
    headers: { origin: url, cookie, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return { status: answer.status, text: await answer.text(), cookies };
}

/** Signs the default admin in; returns the cookie. */
export async function signInDefaultAdmin(url: string): Promise<string> {
  const body = { email: "admin@diapason.example", password: "-" };
  const { status, text, cookies } = await call(url, "", { method: "POST", path: "/api/auth/sign-in/email", body });
  if (status !== 200) throw new Error(text);
  return cookies.join("; ");
}
