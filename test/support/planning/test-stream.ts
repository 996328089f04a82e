import type { CHANGE_STREAM } from "#contract/planning/planning-change.ts";

/** One connection to a change stream. The test decides what the server does. */
export class TestConnection extends EventTarget {
  readonly path: string;
  /** As in `EventSource`: 0 connecting, 1 open, 2 closed. */
  readyState = 0;

  constructor(path: string) {
    super();
    this.path = path;
  }

  close(): void {
    this.readyState = 2;
  }

  /** Delivers an event. `data` is sent as JSON, except a string, which is sent unchanged. */
  deliver(name: keyof typeof CHANGE_STREAM, position: number | string = "", data: unknown = {}): void {
    if (this.readyState === 2) return;
    this.readyState = 1;
    const text = typeof data === "string" ? data : JSON.stringify(data);
    this.dispatchEvent(new MessageEvent(name, { lastEventId: String(position), data: text }));
  }

  /** The connection breaks, so the browser would reconnect. */
  break(): void {
    if (this.readyState === 2) return;
    this.readyState = 0;
    this.dispatchEvent(new Event("error"));
  }

  /** The server's response is not a stream, so the browser would not reconnect. */
  refuse(): void {
    this.readyState = 2;
    this.dispatchEvent(new Event("error"));
  }
}

/** A server of change streams: its connections, oldest first, and its response to plain calls. */
export function createTestStreams() {
  const connections: TestConnection[] = [];
  const calls: string[] = [];
  let answer: Response | null = null;
  return {
    connections,
    /** Paths of the plain calls. */
    calls,
    /** The latest connection. */
    latest(): TestConnection {
      const connection = connections.at(-1);
      if (!connection) throw new Error("nobody has connected");
      return connection;
    },
    answerWith(status: number, code?: string): void {
      const body = code === undefined ? "" : { type: "about:blank", title: "", status, code, detail: "" };
      answer = new Response(JSON.stringify(body), { status });
    },
    openEventSource: (path: string): EventSource => {
      const connection = new TestConnection(path);
      connections.push(connection);
      return connection as unknown as EventSource;
    },
    fetchIt: async (path: string): Promise<Response> => {
      calls.push(path);
      if (!answer) throw new TypeError("nobody there");
      return answer.clone();
    },
  };
}

export type TestStreams = ReturnType<typeof createTestStreams>;
