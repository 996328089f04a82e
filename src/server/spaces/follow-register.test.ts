import pino from "pino";
import { afterEach, expect, test, vi } from "vitest";
import type { Database, Engine, NoticeListener } from "../database/database.ts";
import { spaceNotice } from "../database/register/register-notices.ts";
import { followRegister } from "./follow-register.ts";

const MINUTE_MS = 60_000;

afterEach(() => vi.useRealTimers());

test.each<Engine>(["sqlite", "postgres"])(
  "a deletion that was heard of while the register could not be read is read a minute later, on %s",
  async (engine) => {
    vi.useFakeTimers();
    const asked: (string | undefined)[] = [];
    let isReadable = false;
    let tell: NoticeListener = () => undefined;
    const listen: Database["listen"] = (_channel, onNotice) => {
      tell = onNotice;
      return () => Promise.resolve();
    };
    const stop = followRegister(
      { database: { engine, listen } as Database, recover: () => Promise.resolve(false) },
      {
        spacePool: {
          recheck(slug) {
            asked.push(slug);
            return isReadable ? Promise.resolve() : Promise.reject(new Error("no connection"));
          },
        },
        alarm: { openDue: () => undefined, advance: () => undefined },
        logger: pino({ enabled: false }),
        clock: () => new Date(),
      },
    );
    tell(spaceNotice.changed("chorale"));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    isReadable = true;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(asked).toEqual(["chorale", undefined, undefined]);
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(asked).toHaveLength(3);
    await stop();
  },
);
