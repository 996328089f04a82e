import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

interface PlannedEvent {
  id: string;
  name: string;
  date: string;
  time: string;
  availability: { status: string }[];
}

/** The smallest React page that reads a month and shows its events. */
function Month() {
  const [events, setEvents] = useState<PlannedEvent[]>([]);
  useEffect(() => {
    async function read(): Promise<void> {
      const response = await fetch("/answers.json");
      setEvents((await response.json()) as PlannedEvent[]);
    }
    void read();
  }, []);
  return (
    <div style={{ display: "grid", gridTemplateColumns: "repeat(7, 1fr)" }}>
      {events.map(({ id, date, time, name, availability }) => (
        <div key={id}>
          {date} {time} {name} {availability.filter(({ status }) => status === "present").length}
        </div>
      ))}
    </div>
  );
}

const root = document.querySelector("#root");
if (root !== null) createRoot(root).render(<Month />);
