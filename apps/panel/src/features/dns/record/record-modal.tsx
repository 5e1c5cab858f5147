import { useMutation } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { FormModal } from '../../../lib/forms/form-modal.tsx';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { SubmitFailure } from '../../../lib/forms/submit-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useSubmitKey } from '../../../lib/forms/use-submit-key.ts';
import { ChangedNote } from './changed-note.tsx';
import { ObstacleNote } from './obstacle-note.tsx';
import { type DnsRecordView, upsertRecordMutation, type ZoneView } from '../queries.ts';
import { RecordForm } from './record-form.tsx';
import { inputOf, type RecordValues, valuesOf } from './record-values.ts';
import { obstacleOfServer, problemsOfServer } from './server-refusal.ts';
import { useRecordForm } from './use-record-form.ts';

type Props = {
  open: boolean;
  zone: ZoneView;
  start: { recordId: string | null; values: RecordValues };
  onClose: () => void;
};

type RecordPlace = Pick<DnsRecordView, 'type' | 'host'>;

/** Adds a record or changes one. What was typed stays, whatever is answered. */
export function RecordModal({ open, zone, start, onClose }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const formId = useId();
  const { mutate, reset, isPending, error } = useMutation(upsertRecordMutation(bundleId));
  const form = useRecordForm(start, zone, error);
  const submitKey = useSubmitKey();
  const { changed } = form;
  const isNew = form.recordId === null;
  const isOfForm = Object.keys(problemsOfServer(error)).length > 0 || obstacleOfServer(error) !== null;

  function save() {
    if (!form.record || isPending) return;
    if (form.isThere) return done('dns.form.there', form.record);
    const input = inputOf(form.record, form.recordId);
    mutate(
      { ...input, idempotencyKey: submitKey.keyFor(input) },
      {
        onSuccess: (record) => done(isNew ? 'dns.form.added' : 'dns.form.changed', record),
        onSettled: (_, failure) => submitKey.settle(failure),
      },
    );
  }
  function done(text: 'dns.form.added' | 'dns.form.changed' | 'dns.form.there', { type, host }: RecordPlace) {
    showToast(t(text, { type, name: host === '@' ? domain : `${host}.${domain}` }), { kind: 'success' });
    onClose();
  }
  function goOn(next: { recordId: string | null; values: RecordValues }) {
    // Before what was pressed is gone: what it led to is looked at, and then saved.
    document.querySelector<HTMLElement>(`button[form="${formId}"]`)?.focus();
    reset();
    form.goOn(next);
  }
  useEffect(() => {
    if (error) document.querySelector(`[id="${formId}"] [data-obstacle]`)?.scrollIntoView({ block: 'nearest' });
  }, [error, formId]);
  const isTyped = JSON.stringify(form.values) !== JSON.stringify(start.values);
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t(isNew ? 'dns.form.add' : 'dns.form.edit')}
      description={t(`dns.type.${form.values.type}.text`)}
      formId={formId}
      submitLabel={t(isNew ? 'dns.page.add' : 'dns.form.save')}
      pending={isPending}
      unsaved={isTyped ? { title: t('dns.discard.title'), text: t('dns.discard.text') } : null}
    >
      <RecordForm id={formId} domain={domain} form={form} onSubmit={save}>
        {changed && (
          <ChangedNote record={changed} onTake={() => goOn({ recordId: form.recordId, values: valuesOf(changed) })} />
        )}
        {form.obstacle && (
          <ObstacleNote
            obstacle={form.obstacle}
            records={zone.records}
            recordId={form.recordId}
            domain={domain}
            values={form.values}
            typed={form.record?.values ?? []}
            onGoOn={goOn}
          />
        )}
        {error && !isOfForm && <SubmitFailure failure={error} pending={isPending} />}
      </RecordForm>
    </FormModal>
  );
}
