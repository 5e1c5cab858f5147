export interface ComboboxItem {
  value: string;
  label: string;
  /** Stands under the label. */
  note?: string | undefined;
}

/** One thing to choose: its words, and under them what tells it from others. */
export function ComboboxItemText({ item }: { item: ComboboxItem }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="block wrap-anywhere">{item.label}</span>
      {item.note && <span className="block truncate text-small text-2nd">{item.note}</span>}
    </span>
  );
}
