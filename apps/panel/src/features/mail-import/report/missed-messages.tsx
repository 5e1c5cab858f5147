import type { FolderLedgerView, MissedMessage } from '@postern/contract/mail-import';
import { MESSAGE_MAXIMUM_MB } from '@postern/domain/spam-filter';
import { Button } from '@postern/ui/buttons/button';
import { Fold } from '@postern/ui/layout/fold';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSize } from '../import-facts.ts';
import { folderName } from './folder-name.ts';

/** Up to so many are shown without a press. */
const OPEN_MAXIMUM = 10;
/** Drawn at once; more with each press. */
const A_PAGE = 100;
const BYTES_A_MB = 1024 * 1024;

type Missed = { key: string; folder: string; message: MissedMessage; isTriedAgain: boolean };

/** Every message that was not copied, and why. */
export function MissedMessages({ folders, isEnded }: { folders: readonly FolderLedgerView[]; isEnded: boolean }) {
  const t = useText();
  const [drawn, setDrawn] = useState(A_PAGE);
  const skipped = folders.flatMap((one) => missedOf(one, one.skipped, false));
  const failed = folders.flatMap((one) => missedOf(one, one.failures ?? [], true));
  const missed = [...skipped, ...failed];
  const all = folders.reduce((sum, one) => sum + (one.skippedCount ?? one.skipped.length) + one.failed, 0);
  if (all === 0) return null;
  const failedCount = folders.reduce((sum, one) => sum + one.failed, 0);
  return (
    <div className="border-t border-line">
      <Fold
        open={all <= OPEN_MAXIMUM}
        summary={t('mailImport.missed.title', { count: all })}
        note={
          failedCount > 0 &&
          t(isEnded ? 'mailImport.missed.canRetry' : 'mailImport.missed.isTried', { count: failedCount })
        }
      >
        {missed.slice(0, drawn).map(({ key, ...one }) => (
          <Row key={key} {...one} isEnded={isEnded} />
        ))}
        {drawn < missed.length && (
          <div className="border-t border-line px-6 py-3 max-phone:px-4">
            <Button kind="quiet" size="s" onClick={() => setDrawn(drawn + A_PAGE)}>
              {t('mailImport.missed.show')}
            </Button>
          </div>
        )}
        {drawn >= missed.length && missed.length < all && (
          <p className="border-t border-line px-6 py-3 text-small text-2nd max-phone:px-4">
            {t('mailImport.missed.more', { count: all - missed.length })}
          </p>
        )}
      </Fold>
    </div>
  );
}

const missedOf = (
  { folder, target }: FolderLedgerView,
  messages: readonly MissedMessage[],
  isTriedAgain: boolean,
): Missed[] =>
  messages.map((message, index) => ({
    key: `${folder}/${isTriedAgain ? 'failed' : 'skipped'}/${index}`,
    folder: target ?? folder,
    message,
    isTriedAgain,
  }));

function Row({ folder, message, isTriedAgain, isEnded }: Omit<Missed, 'key'> & { isEnded: boolean }) {
  const t = useText();
  const format = useFormat();
  const size = useSize();
  const { reason, subject, date, detail, limitBytes } = message;
  const Sign = isTriedAgain ? RotateCw : TriangleAlert;
  const facts = [folderName(folder, t), date === null ? null : format.date(date, 'long'), size(message.size)];
  const why = t(`mailImport.why.${reason}`, { limit: size(limitBytes ?? MESSAGE_MAXIMUM_MB * BYTES_A_MB) });
  const isSaid = detail !== undefined && (reason === 'SERVER_ERROR' || reason === 'FOLDER_ERROR');
  return (
    <div className="grid grid-cols-[16px_minmax(0,1fr)_minmax(0,1fr)] gap-3.5 border-t border-line px-6 py-3 text-label max-phone:grid-cols-[16px_minmax(0,1fr)] max-phone:px-4">
      <Sign size={16} strokeWidth={1.75} aria-hidden="true" className="mt-1 text-warn" />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{subject?.trim() ? subject : t('mailImport.missed.noSubject')}</p>
        <p className="text-small wrap-anywhere text-2nd">{facts.filter((fact) => fact !== null).join(' · ')}</p>
      </div>
      <div className="min-w-0 max-phone:col-start-2">
        <p className="font-medium">{t(`mailImport.reason.${reason}`)}</p>
        <p className="text-small text-pretty wrap-anywhere text-2nd">
          {isSaid ? t('mailImport.missed.said', { words: detail }) : why}
          {isTriedAgain && !isEnded && ` ${t('mailImport.missed.weTry')}`}
        </p>
      </div>
    </div>
  );
}
