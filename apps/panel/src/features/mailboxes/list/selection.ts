import { createContext, use } from 'react';
import type { MailboxFind } from '../../../lib/lists/bulk-selection.ts';

/** Which mailboxes are selected: by address, or all results of a search with its filters except some. */
export type Selected =
  | { kind: 'some'; emails: ReadonlySet<string> }
  | { kind: 'matching'; found: MailboxFind; except: ReadonlySet<string> };

export const NOTHING_SELECTED: Selected = { kind: 'some', emails: new Set() };

export const isSelected = (selected: Selected, email: string): boolean =>
  selected.kind === 'some' ? selected.emails.has(email) : !selected.except.has(email);

function withChange(set: ReadonlySet<string>, emails: readonly string[], isIn: boolean): Set<string> {
  const changed = new Set(set);
  for (const email of emails) {
    if (isIn) changed.add(email);
    else changed.delete(email);
  }
  return changed;
}

/** Adds mailboxes to the selection, or removes them. */
export const select = (selected: Selected, emails: readonly string[], isIn: boolean): Selected =>
  selected.kind === 'some'
    ? { ...selected, emails: withChange(selected.emails, emails, isIn) }
    : { ...selected, except: withChange(selected.except, emails, !isIn) };

/** What a press with Shift selects: all from the one pressed before to this one, as they are listed; only this one if there is no such. */
export function rangeTo(listed: readonly string[], from: string | null, to: string): readonly string[] {
  const ends = [listed.indexOf(from ?? ''), listed.indexOf(to)];
  return ends.includes(-1) ? [to] : listed.slice(Math.min(...ends), Math.max(...ends) + 1);
}

/** How many are selected if the list has `total`; null if that isn't known. */
export function countSelected(selected: Selected, total: number | null): number | null {
  if (selected.kind === 'some') return selected.emails.size;
  return total === null ? null : Math.max(0, total - selected.except.size);
}

export type Selection = {
  /** Whether checkboxes are shown: always on a wide screen, on a phone after pressing a button. */
  isOn: boolean;
  selected: Selected;
  toggle: (emails: readonly string[], isIn: boolean) => void;
  /** One row; with `isRange` all from the row that was toggled before. */
  toggleRow: (email: string, isIn: boolean, isRange: boolean) => void;
};

/** What the rows know about the selection; null if the viewer may not select. */
export const SelectionContext = createContext<Selection | null>(null);

export const useSelectionOfRow = (): Selection | null => {
  const selection = use(SelectionContext);
  return selection?.isOn ? selection : null;
};
