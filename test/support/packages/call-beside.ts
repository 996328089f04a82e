/**
 * Makes one call of the API: address, cookie, and the call as JSON are the arguments, and the answer is printed as JSON. A
 * program, because a test's own process cannot enter another network.
 */
import { call, type Call } from "../../../soak/call.ts";

const [url = "", cookie = "", wanted = ""] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await call(url, cookie, JSON.parse(wanted) as Call)));
