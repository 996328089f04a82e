/**
 * Makes one call of the API, and prints the response as JSON. The arguments are address, cookie, and the call as JSON. It is
 * a program of its own, because the process of a test cannot enter another network namespace.
 */
import { call, type Call } from "../../../soak/call.ts";

const [url = "", cookie = "", wanted = ""] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await call(url, cookie, JSON.parse(wanted) as Call)));
