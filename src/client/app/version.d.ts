/** The version in package.json, as in `GET /api/config`. The build inserts it. */
declare const DIAPASON_VERSION: string;
