import { BareCheckbox } from "#client/ui/fields/checkbox.tsx";
import { ServiceIcon } from "./service-icon.tsx";

interface ServiceTileProps {
  readonly service: string;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

/** A checkbox for one service. */
export function ServiceTile({ service, isChosen, onToggle }: ServiceTileProps) {
  return (
    <label className="service-tile">
      <ServiceIcon service={service} />
      <span className="min-w-0 grow text-control leading-[18px] wrap-anywhere">{service}</span>
      <BareCheckbox checked={isChosen} onChange={onToggle} />
    </label>
  );
}

/** A service as a label. */
export function ServiceChip({ service }: { readonly service: string }) {
  return (
    <span className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full bg-sunk px-2.5 text-small">
      <ServiceIcon service={service} className="size-[15px] text-ink-2" />
      <span className="min-w-0 wrap-anywhere">{service}</span>
    </span>
  );
}
