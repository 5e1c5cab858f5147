import { Button } from '@postern/ui/buttons/button';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { LostLetter } from '@postern/ui/drawings/lost-letter';
import { SearchInput, type SearchInputProps } from '@postern/ui/forms/search-input';
import type { ReactNode } from 'react';

type Props = Pick<
  SearchInputProps,
  'value' | 'onValueChange' | 'label' | 'clearLabel' | 'ref' | 'aria-keyshortcuts'
> & {
  /** How many there are. */
  count: ReactNode;
  /** On a phone it is only heard, as another place says it. */
  isCountElsewhere?: boolean;
  /** Another choice beside the search. */
  filter?: ReactNode;
  /** What stands behind the count. */
  children?: ReactNode;
};

/** What is looked for in a list, and how many there are of it. */
export function ListSearch({ count, isCountElsewhere = false, filter, children, ...search }: Props) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <search className="w-full desk:w-80">
        <SearchInput {...search} placeholder={search.label} maxLength={200} />
      </search>
      {filter}
      <p role="status" className={`num text-small text-2nd desk:ms-auto ${isCountElsewhere ? 'max-desk:sr-only' : ''}`}>
        {count}
      </p>
      {children}
    </div>
  );
}

type NothingProps = { title: string; text: string; clearLabel: string; onClear: () => void };

/** Nothing in the list is what was looked for. */
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
