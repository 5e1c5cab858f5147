import { Combobox } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { POPUP, POPUP_ITEM } from '../overlays/popup-classes.ts';

export interface ComboboxItem {
  value: string;
  label: string;
  /** Other words by which it is found: 'USA'. */
  also?: readonly string[] | undefined;
  /** Below the label. */
  note?: string | undefined;
}

/** The list below the field: the items, each with what distinguishes it, or why there are none. */
export function ComboboxList({ emptyText }: { emptyText: ReactNode }) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={6} align="start" className="z-50 outline-none">
        <Combobox.Popup className={cx(POPUP, 'overflow-clip w-(--anchor-width) max-w-(--available-width)')}>
          <Combobox.Empty className="px-4 py-3.5 text-label text-2nd empty:p-0">{emptyText}</Combobox.Empty>
          <Combobox.List className="max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain scroll-py-1.5 p-1.5 data-empty:p-0">
            {(item: ComboboxItem) => (
              <Combobox.Item key={item.value} value={item} className={cx(POPUP_ITEM, 'pointer-coarse:py-2.75')}>
                <span className="min-w-0 flex-1">
                  <span className="block wrap-anywhere">{item.label}</span>
                  {item.note && <span className="block truncate text-small text-2nd">{item.note}</span>}
                </span>
                <Combobox.ItemIndicator className="flex-none text-accent-text">
                  <Check size={16} strokeWidth={2.25} aria-hidden="true" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
