import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from "vitest";
import type { Engine } from "#server/database/database.ts";
import { type PlanningServer, type PlanningServerOptions, startPlanningServer } from "./test-planning.ts";
import { newEnvironment, removeData, startTestServer, type TestServer, type TestServerOptions } from "./test-server.ts";

/** Test servers that Vitest's hooks start and stop: for one test, for each test of a block, or for a whole block. */

type Environment = Record<string, string>;

interface ServerLifetimeOptions extends TestServerOptions {
  /** Added to the settings of a new database; a function if only a hook knows them. */
  readonly settings?: Environment | (() => Environment);
}

/** A test server. After a restart its properties are those of the new server. */
interface RestartableServer extends TestServer {
  /** The settings of its first start, for another process on the same database. */
  readonly environment: Environment;
  /** Stops it, then starts another on the same database, with these settings added to the first ones. */
  readonly restart: (settings?: Environment) => Promise<void>;
}

interface Life<Running> {
  readonly running: Running;
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<void>;
}

function started<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("the server runs from the first hook on");
  return value;
}

function lifeOfServer(engine: Engine, { settings = {}, ...options }: ServerLifetimeOptions): Life<RestartableServer> {
  let environment: Environment | undefined;
  let current: TestServer | undefined;
  return {
    async begin() {
      const added = typeof settings === "function" ? settings() : settings;
      current = undefined;
      environment = { ...(await newEnvironment(engine)), ...added };
      current = await startTestServer(environment, options);
    },
    async end() {
      await current?.stop();
      if (environment) await removeData(environment);
    },
    running: {
      get environment() {
        return started(environment);
      },
      get url() {
        return started(current).url;
      },
      get database() {
        return started(current).database;
      },
      get log() {
        return started(current).log;
      },
      get routes() {
        return started(current).routes;
      },
      client: (cookies) => started(current).client(cookies),
      wake: () => started(current).wake(),
      stop: () => started(current).stop(),
      async restart(changed = {}) {
        await started(current).stop();
        current = await startTestServer({ ...environment, ...changed }, options);
      },
    },
  };
}

function lifeOfPlanning(engine: Engine, options: PlanningServerOptions): Life<PlanningServer> {
  let current: PlanningServer | undefined;
  return {
    async begin() {
      current = undefined;
      current = await startPlanningServer(engine, options);
    },
    end: async () => current?.stop(),
    running: {
      get server() {
        return started(current).server;
      },
      get environment() {
        return started(current).environment;
      },
      get admin() {
        return started(current).admin;
      },
      newcomer: (person) => started(current).newcomer(person),
      stop: () => started(current).stop(),
    },
  };
}

function forAllTests<Running>({ running, begin, end }: Life<Running>): Running {
  beforeAll(begin);
  afterAll(end);
  return running;
}

function forEachTest<Running>({ running, begin, end }: Life<Running>): Running {
  beforeEach(begin);
  afterEach(end);
  return running;
}

/** One server on a new database for all tests of the block. */
export function serverForAllTests(engine: Engine, options: ServerLifetimeOptions = {}): RestartableServer {
  return forAllTests(lifeOfServer(engine, options));
}

/** A server on a new database for each test of the block. */
export function serverForEachTest(engine: Engine, options: ServerLifetimeOptions = {}): RestartableServer {
  return forEachTest(lifeOfServer(engine, options));
}

/** A server on a new database until the end of the test that calls this. */
export async function serverForThisTest(
  engine: Engine,
  options: ServerLifetimeOptions = {},
): Promise<RestartableServer> {
  const { running, begin, end } = lifeOfServer(engine, options);
  onTestFinished(end);
  await begin();
  return running;
}

/** One planning's server for all tests of the block. */
export function planningForAllTests(engine: Engine, options: PlanningServerOptions = {}): PlanningServer {
  return forAllTests(lifeOfPlanning(engine, options));
}

/** A planning's server for each test of the block. */
export function planningForEachTest(engine: Engine, options: PlanningServerOptions = {}): PlanningServer {
  return forEachTest(lifeOfPlanning(engine, options));
}
