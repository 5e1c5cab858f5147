import { showNames } from '@postern/domain/addresses';
import { FULL_PERCENT } from '@postern/domain/mail-import';
import { ComboboxField } from '@postern/ui/forms/combobox-field';
import { Field } from '@postern/ui/forms/field';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { useSize } from '../import-facts.ts';
import type { roomIn, useDestination } from './use-destination.ts';

type Props = {
  destination: ReturnType<typeof useDestination>;
  value: string;
  onChange: (email: string) => void;
  problem: string | undefined;
  room: ReturnType<typeof roomIn> | null;
};

/** Chooses the mailbox to copy into, and says whether it has room. A mailbox user has one only, and is told just of its room. */
export function DestinationField({ destination, value, onChange, problem, room }: Props) {
  const t = useText();
  const size = useSize();
  const { domain = '' } = useSession();
  const full =
    room && !room.ok
      ? t(room.attrs.reason === 'FULL' ? 'mailImport.new.full' : 'mailImport.new.doesNotFit', {
          percent: FULL_PERCENT,
          missing: size(room.attrs.missingBytes),
        })
      : undefined;
  if (destination.isOwn) return full && <p className="text-small text-bad">{full}</p>;
  return (
    <Field label={t('mailImport.new.destination')} error={problem ?? full}>
      <ComboboxField
        items={destination.found.map(({ email, displayName }) => ({
          value: email,
          label: showNames(email),
          note: displayName,
        }))}
        value={value === '' ? null : value}
        selected={value === '' ? null : { value, label: showNames(value) }}
        onValueChange={onChange}
        onSearch={destination.search}
        openLabel={t('mailImport.new.destinationOpen')}
        emptyText={
          destination.isLooking
            ? t('mailImport.new.destinationSearching')
            : t('mailImport.new.destinationNone', { domain })
        }
        placeholder={t('mailImport.new.destinationPlaceholder')}
        name="destinationEmail"
      />
    </Field>
  );
}
