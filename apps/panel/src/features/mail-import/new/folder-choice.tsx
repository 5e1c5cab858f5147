import { Checkbox } from '@postern/ui/forms/checkbox';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { folderName } from '../report/folder-name.ts';
import { isJunkOrTrash, isOffered, type TestedFolder } from './tested-folders.ts';
import type { Typed } from './typed-import.ts';

/** So many have a line of their own; the others share one. */
const OWN_LINES = 8;

type Value = Pick<Typed, 'withJunkAndTrash' | 'leftOut'>;
type Props = { folders: readonly TestedFolder[]; value: Value; onChange: (changes: Partial<Value>) => void };

/** Which folders are copied. Junk and Trash only if the person chooses them. */
export function FolderChoice({ folders, value, onChange }: Props) {
  const t = useText();
  const format = useFormat();
  const { leftOut, withJunkAndTrash } = value;
  const offered = folders.filter(isOffered);
  const single = offered.length <= OWN_LINES + 1 ? offered : offered.slice(0, OWN_LINES);
  const rest = offered.slice(single.length);
  const unwanted = folders.filter(isJunkOrTrash);
  const isChosen = ({ folder }: TestedFolder) => !leftOut.includes(folder);
  const countOf = (some: readonly TestedFolder[]) => format.number(some.reduce((sum, one) => sum + one.messages, 0));
  const restChosen = rest.filter(isChosen).length;
  function choose(some: readonly TestedFolder[], isWanted: boolean): void {
    const names = some.map(({ folder }) => folder);
    const others = leftOut.filter((folder) => !names.includes(folder));
    onChange({ leftOut: isWanted ? others : [...others, ...names] });
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-label font-medium">{t('mailImport.new.folders')}</legend>
      <div className="rounded-md border border-line py-1.5">
        {single.map((one) => (
          <Line key={one.folder} end={format.number(one.messages)}>
            <Checkbox checked={isChosen(one)} onCheckedChange={(isWanted) => choose([one], isWanted)}>
              <span className="wrap-anywhere">{folderName(one.target ?? one.folder, t)}</span>
            </Checkbox>
          </Line>
        ))}
        {rest.length > 0 && (
          <Line end={countOf(rest)}>
            <Checkbox
              checked={restChosen === rest.length}
              indeterminate={restChosen > 0 && restChosen < rest.length}
              onCheckedChange={(isWanted) => choose(rest, isWanted)}
            >
              {t('mailImport.new.moreFolders', { count: rest.length })}
            </Checkbox>
          </Line>
        )}
        {unwanted.length > 0 && (
          <Line end={withJunkAndTrash ? countOf(unwanted) : t('mailImport.new.leftOut', { count: countOf(unwanted) })}>
            <Checkbox
              checked={withJunkAndTrash}
              onCheckedChange={(isWanted) => onChange({ withJunkAndTrash: isWanted })}
            >
              {t('mailImport.new.junkAndTrash')}
            </Checkbox>
          </Line>
        )}
      </div>
    </fieldset>
  );
}

const Line = ({ end, children }: { end: string; children: ReactNode }) => (
  <div className="flex items-start justify-between gap-4 px-4 py-2 text-label">
    <div className="min-w-0 flex-1">{children}</div>
    <span className="num text-end text-small text-2nd">{end}</span>
  </div>
);
