import { useId } from 'react';
import { FormModal } from '../../../lib/forms/form-modal.tsx';
import { NoteInView } from '../../../lib/forms/note-in-view.tsx';
import { SubmitFailure } from '../../../lib/forms/submit-failure.tsx';
import { useKeyedCall } from '../../../lib/forms/use-single-call.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { type DnsRecordView, upsertRecordMutation, type ZoneView } from '../queries.ts';
import { ChangedNote } from './changed-note.tsx';
import { useConsequenceQuestion } from './consequence-question.tsx';
import { ObstacleNote } from './obstacle-note.tsx';
import { RecordForm } from './record-form.tsx';
import { inputOf, valuesOf } from './record-values.ts';
import { type RecordStart, useRecordForm } from './use-record-form.ts';

type Props = {
  open: boolean;
  zone: ZoneView;
  start: RecordStart;
  onClose: () => void;
};

type RecordPlace = Pick<DnsRecordView, 'type' | 'host'>;

/** Adds or edits a record. The input stays, whatever the server answers. */
export function RecordModal({ open, zone, start, onClose }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const formId = useId();
  function done(text: 'dns.form.added' | 'dns.form.changed' | 'dns.form.there', { type, host }: RecordPlace) {
    showToast(t(text, { type, name: host === '@' ? domain : `${host}.${domain}` }), { kind: 'success' });
    onClose();
  }
  const { run, reset, pending, error } = useKeyedCall(upsertRecordMutation(bundleId), (record, { recordId }) =>
    done(recordId === undefined ? 'dns.form.added' : 'dns.form.changed', record),
  );
  const question = useConsequenceQuestion(domain);
  const form = useRecordForm({
    start,
    zone,
    failure: error,
    onSave: (record, recordId) => {
      const before = zone.records.find((each) => each.recordId === recordId) ?? null;
      question.ask(record, before, () => run(inputOf(record, recordId)));
    },
    onThere: (record) => done('dns.form.there', record),
  });
  const { changed } = form;
  const isNew = form.recordId === null;

  function goOn(next: RecordStart) {
    // Before what was pressed is gone: what it led to is looked at, and then saved.
    document.querySelector<HTMLElement>(`button[form="${formId}"]`)?.focus();
    reset();
    form.goOn(next);
  }
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t(isNew ? 'dns.form.add' : 'dns.form.edit')}
      description={t(`dns.type.${form.values.type}.text`)}
      formId={formId}
      submitLabel={t(isNew ? 'dns.page.add' : 'dns.form.save')}
      pending={pending}
      question={question}
      discard={{ title: t('dns.discard.title'), text: t('dns.discard.text') }}
    >
      <RecordForm id={formId} domain={domain} form={form}>
        {changed && (
          <ChangedNote record={changed} onTake={() => goOn({ recordId: form.recordId, values: valuesOf(changed) })} />
        )}
        <NoteInView news={error ?? form.stopped} data-problem>
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
        </NoteInView>
        {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      </RecordForm>
    </FormModal>
  );
}
