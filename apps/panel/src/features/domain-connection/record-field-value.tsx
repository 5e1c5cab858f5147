import { CopyButton } from '@postern/ui/buttons/copy-button';
import { Fragment } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import type { RecordField } from './record-fields.ts';

/** The value of a field; words that the found record lacks are marked. */
export function FieldValue({ field: { field, value }, added }: { field: RecordField; added: readonly string[] }) {
  const t = useText();
  if (value === '') return <span className="font-sans text-2nd">{t('domainConnection.field.leaveEmpty')}</span>;
  if (field !== 'value' || added.length === 0) return breakable(value);
  return value.split(' ').map((word, place) => (
    <Fragment key={word}>
      {place > 0 && ' '}
      {added.includes(word) ? <ins>{breakable(word)}</ins> : breakable(word)}
    </Fragment>
  ));
}

/** Breaks a long name after a dot rather than within a label. */
const breakable = (text: string) => {
  const parts = text.split(/(?<=\.)/);
  return parts.map((part, place) => {
    const before = parts.slice(0, place).join('');
    return (
      <Fragment key={before}>
        {before !== '' && <wbr />}
        {part}
      </Fragment>
    );
  });
};

/** Copies a name or a value; numbers are faster to type. `of` names the record for screen readers. */
export function FieldCopy({ field, of, isBare = false }: { field: RecordField; of: string; isBare?: boolean }) {
  const t = useText();
  if (field.value === '' || field.field === 'priority' || field.field === 'ttl') return null;
  return (
    <CopyButton
      text={field.value}
      subject={t('domainConnection.copy.part', { record: of, field: field.label })}
      bare={isBare}
      idleLabel={t('domainConnection.copy.idle')}
      copiedLabel={t('domainConnection.copy.copied')}
      failedLabel={t('domainConnection.copy.failed')}
      className="flex-none font-sans print:hidden"
    />
  );
}
