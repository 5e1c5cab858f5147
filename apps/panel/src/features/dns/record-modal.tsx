import { Button } from '@postern/ui/button';
import { ConfirmDialog } from '@postern/ui/confirm-dialog';
import { Modal } from '@postern/ui/modal';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session-store.ts';
import { SubmitFailure } from '../../lib/submit-failure.tsx';
import { showToast } from '../../lib/toasts.ts';
import { useView } from '../../lib/view.ts';
import { ObstacleNote } from './obstacle-note.tsx';
import { upsertRecordMutation, type ZoneView } from './queries.ts';
import { RecordForm } from './record-form.tsx';
import { inputOf, type RecordValues } from './record-values.ts';
import { obstacleOfServer, problemsOfServer } from './server-refusal.ts';
import { useRecordForm } from './use-record-form.ts';

type Props = {
  open: boolean;
  zone: ZoneView;
  start: { recordId: string | null; values: RecordValues };
  onClose: () => void;
};

/** Adds a record or changes one. What was typed stays, whatever is answered. */
export function RecordModal({ open, zone, start, onClose }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const { modalsArePages } = useView();
  const formId = useId();
  const { mutate, reset, isPending, error } = useMutation(upsertRecordMutation(bundleId));
  const form = useRecordForm(start, zone, error);
  const [isAsking, setAsking] = useState(false);
  const isNew = form.recordId === null;
  const isOfForm = Object.keys(problemsOfServer(error)).length > 0 || obstacleOfServer(error) !== null;

  function save() {
    if (!form.record || isPending) return;
    const input = inputOf(form.record, form.recordId);
    mutate(input, {
      onSuccess: ({ host, type }) => {
        const name = host === '@' ? domain : `${host}.${domain}`;
        showToast(t(isNew ? 'dns.form.added' : 'dns.form.changed', { type, name }), { kind: 'success' });
        onClose();
      },
    });
  }
  const isTyped = JSON.stringify(form.values) !== JSON.stringify(start.values);
  const close = () => (isTyped ? setAsking(true) : onClose());
  const discard = (
    <ConfirmDialog
      open={open && isAsking}
      onClose={() => setAsking(false)}
      onConfirm={onClose}
      danger
      title={t('dns.discard.title')}
      confirmLabel={t('dns.discard.confirm')}
      cancelLabel={t('dns.discard.keep')}
      closeLabel={t('dns.discard.keep')}
    >
      {t('dns.discard.text')}
    </ConfirmDialog>
  );
  return (
    <>
      <div hidden={modalsArePages && isAsking}>
        <Modal
          open={open}
          onClose={close}
          title={t(isNew ? 'dns.form.add' : 'dns.form.edit')}
          description={t(`dns.type.${form.values.type}.text`)}
          closeLabel={t('app.close')}
          locked={isPending}
          footer={
            <>
              <Button kind="quiet" onClick={close} disabled={isPending}>
                {t('shell.action.cancel')}
              </Button>
              <Button type="submit" form={formId} pending={isPending}>
                {t(isNew ? 'dns.page.add' : 'dns.form.save')}
              </Button>
            </>
          }
        >
          <RecordForm id={formId} domain={domain} form={form} onSubmit={save}>
            {form.obstacle && (
              <ObstacleNote
                obstacle={form.obstacle}
                records={zone.records}
                domain={domain}
                values={form.values}
                onGoOn={(next) => {
                  reset();
                  form.goOn(next);
                }}
              />
            )}
            {error && !isOfForm && <SubmitFailure failure={error} pending={isPending} />}
          </RecordForm>
          {!modalsArePages && discard}
        </Modal>
      </div>
      {modalsArePages && discard}
    </>
  );
}
