/** The addresses of every screen of a signed-in user: the dashboard also with `day` open, and the screen of one event. */
export function screensOf(day: string, eventId: string): string[] {
  return [
    "/",
    `/?jour=${day}`,
    `/events/${eventId}`,
    "/create-event",
    "/select-group",
    "/group",
    "/users",
    "/administration",
    "/absences",
    `/grid?mois=${day.slice(0, "YYYY-MM".length)}`,
    "/repertoire",
    "/agenda",
    "/notifications",
  ];
}
