import { CopyButton } from '@postern/ui/buttons/copy-button';
import { Fold } from '@postern/ui/layout/fold';
import { Fragment } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import { reasonOf } from '../../domain-plan/panel.ts';
import type { OwnRow } from './own-rows.ts';

type Props = { rows: readonly OwnRow[]; note: string; open?: boolean };

/** The records that the one press sets, folded away: what each is for, its value, and what changes. */
export function OwnRecords({ rows, note, open = false }: Props) {
  const t = useText();
  return (
    <Fold
      summary={t('domainSetUp.own.see', { count: rows.length })}
      note={note}
      open={open}
      className="border-t border-line"
    >
      <ul className="border-t border-line">
        {rows.map((row) => (
          <RecordRow key={row.purpose} row={row} />
        ))}
      </ul>
    </Fold>
  );
}

function RecordRow({ row: { purpose, change, values, gone, codes } }: { row: OwnRow }) {
  const t = useText();
  const name = t(`domainSetUp.own.name.${purpose}`);
  return (
    <li
      data-purpose={purpose}
      className="grid grid-cols-[12.5rem_minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 border-b border-line px-6 py-3.5 last:border-b-0 max-desk:grid-cols-[minmax(0,1fr)_auto] max-phone:px-4"
    >
      <div>
        <p className="text-nav font-medium">{t(`domainSetUp.own.row.${purpose}`)}</p>
        <p className="text-small text-2nd">{name}</p>
      </div>
      <div className="min-w-0 max-desk:order-last max-desk:col-span-2">
        {values.map(({ value, added }) => (
          <div key={value} className="flex items-start gap-3">
            <code className="min-w-0 flex-1 font-mono text-small leading-relaxed wrap-anywhere">
              <Value value={value} added={added} />
            </code>
            <CopyButton
              text={value}
              subject={t('domainConnection.copy.part', { record: name, field: t('domainConnection.field.value') })}
              bare
              idleLabel={t('domainConnection.copy.idle')}
              copiedLabel={t('domainConnection.copy.copied')}
              failedLabel={t('domainConnection.copy.failed')}
              className="min-h-6! min-w-6 flex-none"
            />
          </div>
        ))}
        {gone.map((value) => (
          <del key={value} className="block font-mono text-small leading-relaxed wrap-anywhere">
            {value}
          </del>
        ))}
        {codes.length > 0 && (
          <p className="mt-1 text-small text-warn">{codes.map((code) => t(reasonOf(code))).join(' ')}</p>
        )}
      </div>
      <p className={`text-small ${change === 'left' ? 'text-warn' : 'text-2nd'}`}>
        {t(`domainSetUp.own.change.${change}`)}
      </p>
    </li>
  );
}

/** A key is cut in the middle, as nobody reads it. */
const KEY_SHOWN = 34;
const cut = (word: string): string =>
  word.length > 2 * KEY_SHOWN ? `${word.slice(0, KEY_SHOWN)}…${word.slice(-6)}` : word;

function Value({ value, added }: { value: string; added: readonly string[] }) {
  return value.split(' ').map((word, place, words) => (
    <Fragment key={words.slice(0, place + 1).join(' ')}>
      {place > 0 && ' '}
      {added.includes(word) ? <ins>{cut(word)}</ins> : cut(word)}
    </Fragment>
  ));
}
