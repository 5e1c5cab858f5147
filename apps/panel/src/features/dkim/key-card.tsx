import type { DkimKeyView } from '@postern/contract/dkim';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { Card } from '@postern/ui/layout/card';
import { Tag, type TagKind } from '@postern/ui/layout/tag';
import { useId } from 'react';
import { useMay } from '../../lib/access/use-may.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useLocale, useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { KeyRecord } from './key-record.tsx';
import { SecondRecord } from './second-record.tsx';
import { useSwitchOn } from './use-switch-on.ts';

/** The shown state of a key; `off`: its record was seen in the DNS, but the key is switched off. */
type KeyState = 'signing' | 'off' | 'inactive' | 'verifying' | 'deleting';
const KINDS: Record<KeyState, TagKind> = {
  signing: 'good',
  off: 'neutral',
  inactive: 'neutral',
  verifying: 'accent',
  deleting: 'warn',
};

type Props = {
  dkimKey: DkimKeyView;
  isZoneOurs: boolean;
  /** Whether this key is the next to switch on; its button is then the page's main one. */
  isFirst: boolean;
  /** Whether another key signs now, and continues to for some hours. */
  hasOther: boolean;
  onDelete: () => void;
};

/** One key: its state, its record while that must be added, and its actions. */
export function KeyCard({ dkimKey, isZoneOurs, isFirst, hasOther, onDelete }: Props) {
  const may = useMay();
  const t = useText();
  const id = useId();
  const format = useFormat();
  const { domain = '' } = useSession();
  const { selector, createdAt } = dkimKey;
  const state = stateOf(dkimKey);
  const { enable, publish, pending, failure } = useSwitchOn(dkimKey);
  const isNew = state === 'inactive' || state === 'verifying';
  const isLooking = (isNew && pending !== null) || state === 'verifying';
  return (
    <Card role="group" aria-labelledby={id} data-state={state} className="px-5 py-4 max-phone:px-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 id={id} className="min-w-0 flex-1 basis-48 text-body! font-strong! wrap-anywhere">
          {t('dkim.key.title', { selector })}
        </h4>
        <Tag kind={KINDS[isLooking ? 'verifying' : state]}>
          {t(`dkim.key.state.${isLooking ? 'verifying' : state}`)}
        </Tag>
      </div>
      <p className="text-small text-2nd">{t('dkim.key.made', { date: format.date(createdAt, 'long') })}</p>
      <StillSigns dkimKey={dkimKey} />
      {isNew ? (
        <>
          <p className="prose-width mt-3">{t(isZoneOurs ? 'dkim.key.addHeld' : 'dkim.key.add', { domain })}</p>
          <KeyRecord record={dkimKey} of={selector} />
          <SecondRecord dkimKey={dkimKey} />
          {hasOther && <p className="prose-width text-label text-2nd">{t('dkim.key.overlap')}</p>}
        </>
      ) : (
        <details className="mt-3 text-label">
          <summary className="touch w-fit cursor-pointer text-accent-text">{t('dkim.key.record')}</summary>
          <KeyRecord record={dkimKey} of={selector} />
          <SecondRecord dkimKey={dkimKey}>
            {state === 'signing' && (
              <Button kind="quiet" size="s" pending={pending === 'enable'} onClick={enable}>
                {t('dkim.key.lookAgain')}
              </Button>
            )}
          </SecondRecord>
        </details>
      )}
      {failure !== null && (
        <Banner kind="bad" className="mt-3">
          {failure}
        </Banner>
      )}
      {state !== 'deleting' && (
        <div className="mt-4 flex flex-wrap gap-2.5 max-phone:flex-col">
          {isNew && isZoneOurs && (
            <Button
              kind={isFirst ? 'primary' : 'quiet'}
              pending={pending === 'publish'}
              disabled={pending === 'enable'}
              onClick={publish}
            >
              {t('dkim.key.publish')}
            </Button>
          )}
          {state !== 'signing' && (
            <Button
              kind={isFirst && !isZoneOurs ? 'primary' : 'quiet'}
              pending={pending === 'enable'}
              disabled={pending === 'publish'}
              onClick={enable}
            >
              {t(isNew ? 'dkim.key.check' : 'dkim.key.switchOn')}
            </Button>
          )}
          {may('deleteDkimKey') && (
            <Button
              kind="quiet"
              disabled={pending !== null}
              onClick={onDelete}
              aria-label={t('dkim.key.deleteOf', { selector })}
            >
              {t('dkim.key.delete')}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

function stateOf({ isEnabled, status }: DkimKeyView): KeyState {
  if (isEnabled) return 'signing';
  return status === 'active' ? 'off' : status;
}

/** Until when mail in transit can be checked with the old key. Spec 2 §4. */
function StillSigns({ dkimKey: { signsUntil } }: { dkimKey: DkimKeyView }) {
  const t = useText();
  const locale = useLocale();
  if (signsUntil === null) return null;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    Date.parse(signsUntil),
  );
  return <p className="prose-width mt-2 text-label">{t('dkim.key.stillSigns', { time })}</p>;
}
