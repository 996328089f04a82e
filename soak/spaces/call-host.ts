import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

export interface HostCall {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly body?: object;
  /** In the place of `body`: the fields of a form, as a browser sends them. */
  readonly form?: Readonly<Record<string, string>>;
}

export interface HostAnswer {
  readonly status: number;
  readonly text: string;
  /** `name=value` of each cookie that was set. */
  readonly cookies: readonly string[];
  /** Where a redirection leads, which is not followed. */
  readonly location: string | undefined;
}

function contentOf({ body, form }: HostCall): { readonly type: string; readonly content: string } | null {
  if (body !== undefined) return { type: "application/json", content: JSON.stringify(body) };
  if (form === undefined) return null;
  return { type: "application/x-www-form-urlencoded", content: new URLSearchParams(form).toString() };
}

/**
 * Calls the server at `url` with a Host header of its own, which `fetch` does not send: names below `localhost` lead
 * nowhere on many machines. @throws Error if no complete answer comes
 */
export async function callHost(
  url: string,
  headers: Readonly<Record<string, string>>,
  sent: HostCall,
): Promise<HostAnswer> {
  const { method, path } = sent;
  const { hostname, port } = new URL(url);
  const given = contentOf(sent);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const type = given === null ? {} : { "content-type": given.type };
  request({ hostname, port, method, path, headers: { ...headers, ...type }, agent: false }, resolve)
    .once("error", reject)
    .end(given?.content);
  const answer = await promise;
  const cookies = (answer.headers["set-cookie"] ?? []).map((line) => line.split(";")[0] ?? "");
  return { status: answer.statusCode ?? 0, text: await text(answer), cookies, location: answer.headers.location };
}
