import type { FolderLedgerView, ImportTask } from '@postern/contract/mail-import';
import { cx } from '@postern/ui/cx';
import { Check, Folder, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useListLayout } from '../../../lib/lists/use-list-layout.ts';
import { folderName } from './folder-name.ts';

type Props = { task: ImportTask; folders: readonly FolderLedgerView[]; isEnded: boolean };

/** A folder's messages by what became of them. */
const sumsOf = ({ found, copied, present, skipped, skippedCount, failed }: FolderLedgerView) => {
  const missed = (skippedCount ?? skipped.length) + failed;
  return { found, copied, present, missed, left: Math.max(0, found - copied - present - missed) };
};
type Sums = ReturnType<typeof sumsOf>;

const addSums = (a: Sums, b: Sums): Sums => ({
  found: a.found + b.found,
  copied: a.copied + b.copied,
  present: a.present + b.present,
  missed: a.missed + b.missed,
  left: a.left + b.left,
});
const NONE: Sums = { found: 0, copied: 0, present: 0, missed: 0, left: 0 };

/** Folder by folder: found = copied + already there + skipped + still to copy. On a phone a list of two lines each. */
export function FolderTable({ task, folders, isEnded }: Props) {
  const t = useText();
  const asList = useListLayout();
  const rows = folders.map((folder) => ({
    key: folder.folder,
    name: folderName(folder.target ?? folder.folder, t),
    note: noteOf(folder),
    sums: sumsOf(folder),
    isCurrent: !isEnded && task.status === 'started' && task.currentFolder === (folder.target ?? folder.folder),
  }));
  const all = rows.map(({ sums }) => sums).reduce(addSums, NONE);
  if (asList)
    return (
      <ul aria-label={t('mailImport.report.label')} className="border-t border-line">
        {rows.map(({ key, name, sums, note }) => (
          <Item key={key} name={name} sums={sums} note={note} isEnded={isEnded} />
        ))}
        {rows.length > 1 && <Item name={t('mailImport.report.all')} sums={all} note={null} isEnded={isEnded} isAll />}
      </ul>
    );
  return (
    <div className="border-t border-line">
      <table
        aria-label={t('mailImport.report.label')}
        className="num w-full table-fixed border-separate border-spacing-0 text-label"
      >
        <colgroup>
          <col />
          <col className="w-[6rem]" />
          <col className="w-[6rem]" />
          <col className="w-[8.5rem]" />
          <col className="w-[7rem]" />
          <col className="w-[9.5rem]" />
        </colgroup>
        <thead>
          <tr>
            <Head isFirst>{t('mailImport.report.folder')}</Head>
            <Head>{t('mailImport.report.found')}</Head>
            <Head>{t('mailImport.report.copied')}</Head>
            <Head>{t('mailImport.report.present')}</Head>
            <Head>{t('mailImport.report.skipped')}</Head>
            <Head>
              {isEnded ? (
                <span className="sr-only">{t('mailImport.report.balance')}</span>
              ) : (
                t('mailImport.report.left')
              )}
            </Head>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, note, sums, isCurrent }) => (
            <tr key={key} className={isCurrent ? 'bg-accent-soft/55' : undefined} aria-current={isCurrent || undefined}>
              <th scope="row" className={cx(CELL, 'ps-6 text-start font-normal')}>
                <span className="flex min-w-0 items-center gap-2.5">
                  <Folder
                    size={16}
                    strokeWidth={1.75}
                    aria-hidden="true"
                    className={cx('flex-none', isCurrent ? 'text-accent-text' : 'text-3rd')}
                  />
                  <span className="min-w-0">
                    <span className="line-clamp-3 wrap-anywhere" title={name}>
                      {name}
                    </span>
                    {note && <span className="line-clamp-2 text-small wrap-anywhere text-2nd">{note}</span>}
                  </span>
                </span>
              </th>
              <SumCells sums={sums} isEnded={isEnded} />
            </tr>
          ))}
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <tr className="bg-page font-strong">
              <th scope="row" className={cx(CELL, 'ps-6 text-start font-strong')}>
                {t('mailImport.report.all')}
              </th>
              <SumCells sums={all} isEnded={isEnded} />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );

  /** What people would wonder about: a different name here, or a change there meanwhile. */
  function noteOf({ folder, isRenamed, change }: FolderLedgerView): string | null {
    if (change !== undefined) return t(`mailImport.change.${change}`);
    return isRenamed ? t('mailImport.report.renamed', { folder }) : null;
  }
}

const CELL = 'h-11.5 border-t border-line px-3 py-1.5 align-middle';

const Head = ({ isFirst = false, children }: { isFirst?: boolean; children: ReactNode }) => (
  <th
    scope="col"
    className={cx('px-3 py-2.5 text-small font-[500] text-2nd last:pe-6', isFirst ? 'ps-6 text-start' : 'text-end')}
  >
    {children}
  </th>
);

function SumCells({ sums: { found, copied, present, missed, left }, isEnded }: { sums: Sums; isEnded: boolean }) {
  return (
    <>
      <NumberCell count={found} />
      <NumberCell count={copied} />
      <NumberCell count={present} />
      <NumberCell count={missed} />
      <td className={cx(CELL, 'pe-6 text-end')}>
        <Balance left={left} isEnded={isEnded} />
      </td>
    </>
  );
}

function NumberCell({ count }: { count: number }) {
  const format = useFormat();
  return <td className={cx(CELL, 'text-end', count === 0 && 'text-3rd')}>{format.number(count)}</td>;
}

/** While it runs, what is still to be copied; afterwards whether every message of the folder is accounted for. */
function Balance({ left, isEnded }: { left: number; isEnded: boolean }) {
  const t = useText();
  const format = useFormat();
  if (left === 0)
    return (
      <span className="inline-flex items-center gap-1.5 text-good">
        <Check size={15} strokeWidth={2.5} aria-hidden="true" />
        {t(isEnded ? 'mailImport.report.balances' : 'mailImport.report.done')}
      </span>
    );
  if (!isEnded) return format.number(left);
  return (
    <span className="inline-flex items-center gap-1.5 text-warn">
      <TriangleAlert size={15} strokeWidth={2} aria-hidden="true" />
      {t('mailImport.report.missing', { count: left })}
    </span>
  );
}

type ItemProps = { name: string; sums: Sums; note: string | null; isEnded: boolean; isAll?: boolean };

function Item({ name, sums, note, isEnded, isAll = false }: ItemProps) {
  const t = useText();
  const format = useFormat();
  const { found, copied, present, missed, left } = sums;
  const parts = [
    copied > 0 && t('mailImport.report.copiedCount', { count: copied }),
    present > 0 && t('mailImport.report.presentCount', { count: present }),
    missed > 0 && t('mailImport.report.skippedCount', { count: missed }),
  ].filter((part) => part !== false);
  const waits = !isEnded && left === found && found > 0;
  return (
    <li className={cx('border-b border-line px-6 py-2.5 last:border-b-0 max-phone:px-4', isAll && 'bg-page')}>
      <div className="flex gap-3">
        <b className={cx('line-clamp-3 min-w-0 flex-1 wrap-anywhere', isAll ? 'font-strong' : 'font-medium')}>{name}</b>
        <span className="num flex-none text-label">
          {t('mailImport.report.ofFound', { done: format.number(found - left), found: format.number(found) })}
        </span>
      </div>
      <p className="num text-small text-2nd">
        {parts.length > 0 ? parts.join(' · ') : t(waits ? 'mailImport.report.waits' : 'mailImport.report.empty')}
      </p>
      {note && <p className="text-small text-2nd">{note}</p>}
    </li>
  );
}
