import { CheckBox } from "#client/ui/fields/checkbox.tsx";
import { ServiceIcon } from "./service-icon.tsx";

interface ServiceTileProps {
  /** A service or a role. */
  readonly service: string;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

/** A checkbox as a tile. */
export function ServiceTile({ service, isChosen, onToggle }: ServiceTileProps) {
  return (
    <label className="service-tile">
      <ServiceIcon service={service} />
      <span className="min-w-0 grow text-control leading-[18px] wrap-anywhere">{service}</span>
      <CheckBox checked={isChosen} onChange={onToggle} />
    </label>
  );
}
