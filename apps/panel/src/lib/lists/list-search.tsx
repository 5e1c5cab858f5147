import { Button } from '@postern/ui/buttons/button';
import { LostLetter } from '@postern/ui/drawings/lost-letter';
import { SearchInput, type SearchInputProps } from '@postern/ui/forms/search-input';
import { EmptyState } from '@postern/ui/layout/empty-state';
import type { ReactNode } from 'react';

type Props = Pick<
  SearchInputProps,
  'value' | 'onValueChange' | 'label' | 'clearLabel' | 'ref' | 'aria-keyshortcuts'
> & {
  /** How many there are. */
  count: ReactNode;
  /** On a phone only screen readers get the count, because it is shown elsewhere. */
  isCountElsewhere?: boolean;
  /** A filter next to the search. */
  filter?: ReactNode;
  /** Shown after the count. */
  children?: ReactNode;
};

/** The search field of a list, and the number of results. */
export function ListSearch({ count, isCountElsewhere = false, filter, children, ...search }: Props) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <search className="w-full desk:w-80">
        <SearchInput {...search} placeholder={search.label} maxLength={200} />
      </search>
      {filter}
      <p role="status" className={`text-small text-2nd desk:ms-auto ${isCountElsewhere ? 'max-desk:sr-only' : ''}`}>
        {count}
      </p>
      {children}
    </div>
  );
}

type NothingProps = { title: string; text: string; clearLabel: string; onClear: () => void };

/** Shown when the search finds nothing. */
export function NothingFound({ title, text, clearLabel, onClear }: NothingProps) {
  return (
    <EmptyState
      drawing={<LostLetter />}
      title={title}
      action={
        <Button kind="quiet" onClick={onClear}>
          {clearLabel}
        </Button>
      }
    >
      {text}
    </EmptyState>
  );
}
