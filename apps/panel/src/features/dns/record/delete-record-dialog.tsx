import { isSpfText } from '@postern/domain/spf';
import { useMutation } from '@tanstack/react-query';
import { DangerQuestion } from '../../../lib/forms/danger-question.tsx';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { deleteRecordMutation, type DnsRecordView, upsertRecordMutation } from '../queries.ts';
import { obstacleText } from './problem-text.ts';
import { inputOf } from './record-values.ts';
import { obstacleOfServer } from './server-refusal.ts';

type Props = { open: boolean; record: DnsRecordView; onClose: () => void };

/** Asks before a record is deleted; afterwards it can be restored. */
export function DeleteRecordDialog({ open, record, onClose }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const { mutate: putBack } = useMutation(upsertRecordMutation(bundleId));
  const { recordId, type, host, values, ttl } = record;
  const name = host === '@' ? domain : `${host}.${domain}`;
  function reasonOf(failure: Error): string {
    const obstacle = obstacleOfServer(failure);
    return obstacle ? obstacleText(obstacle, domain, t) : errorText(failure, t);
  }
  function undo() {
    putBack(inputOf({ type, host, values, ttlSeconds: ttl }, null), {
      onSuccess: () => showToast(t('dns.delete.undone', { type, name }), { kind: 'success' }),
      onError: (failure) => showToast(reasonOf(failure), { kind: 'error' }),
    });
  }
  const { run, pending, error } = useSingleCall(deleteRecordMutation(bundleId), (outcome) => {
    if (outcome === 'gone') showToast(t('dns.delete.gone', { type, name }));
    else
      showToast(t('dns.delete.done', { type, name }), {
        kind: 'success',
        actions: [{ label: t('dns.delete.undo'), onPress: undo }],
      });
    onClose();
  });
  return (
    <DangerQuestion
      open={open}
      onClose={onClose}
      onConfirm={() => run(recordId)}
      pending={pending}
      title={t('dns.delete.title', { type, name })}
      confirm={t('dns.delete.confirm')}
      error={error && reasonOf(error)}
    >
      <p>{t(`dns.delete.lost.${purposeOf(record)}`, { name })}</p>
      <ul className="mt-3 grid gap-1 font-mono text-small text-text">
        {values.map((value) => (
          <li key={value} className="line-clamp-2 wrap-anywhere">
            {value}
          </li>
        ))}
      </ul>
    </DangerQuestion>
  );
}

/** The record's type, or for a TXT record that proves mail its purpose: SPF, DKIM or DMARC. */
function purposeOf({ type, host, values }: DnsRecordView) {
  if (host.split('.').indexOf('_domainkey') > 0) return 'DKIM';
  if (type !== 'TXT') return type;
  return values.some(isSpfText) ? 'SPF' : host === '_dmarc' || host.startsWith('_dmarc.') ? 'DMARC' : type;
}
