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
    <label className="flex min-h-12 cursor-pointer items-center gap-2 rounded-control border-[1.5px] border-edge bg-surface py-1.5 pr-2.5 pl-[9px] transition-[background-color,border-color,box-shadow] duration-120 select-none has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary has-checked:shadow-[inset_0_0_0_.5px_var(--color-primary)]">
      <ServiceIcon service={service} />
      <span className="min-w-0 grow text-control leading-[18px]">{service}</span>
      <CheckBox checked={isChosen} onChange={onToggle} />
    </label>
  );
}
