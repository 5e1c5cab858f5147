import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { Checkbox } from '@postern/ui/forms/checkbox';
import { Card } from '@postern/ui/layout/card';
import { FootBar } from '@postern/ui/layout/foot-bar';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useState } from 'react';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useReloadGuard } from '../../lib/forms/use-unsaved-guard.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { BackFromBulk } from './back-from-bulk.tsx';
import { countFeasible } from './count-feasible.ts';
import { DryRun } from './dry-run.tsx';
import { ListField } from './list-field.tsx';
import { listProblem } from './list-problem.ts';
import { type BulkInput, type BulkPreview, previewBulkMutation } from './queries.ts';
import { forgetListDraft, readListDraft, TEMPLATE_HEADINGS, useListDraft } from './use-list-draft.ts';
import { useStartJob } from './use-start-job.ts';

type Checked = { preview: BulkPreview; of: string };

/** Creates mailboxes from a pasted list or a file, after a preview. */
export function CreateManyScreen() {
  const t = useText();
  const { domain = '' } = useSession();
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = useSingleCall(previewBulkMutation(), (preview, sent) =>
    setChecked({ preview, of: JSON.stringify(sent) }),
  );
  const start = useStartJob(forgetListDraft);
  const form = useForm({
    initial: readListDraft,
    check: (): { csv?: string | null } => ({}),
    failure: check.error,
    refused: (failure) => ({ csv: listProblem(failure, t) }),
    submit: () =>
      isReady ? start.run({ kind: 'createMailboxes', previewId: checked.preview.previewId }) : check.run(input),
  });
  const { csv, mailLinks } = form.values;
  useListDraft(form.values);
  useReloadGuard(csv !== '');
  const input: BulkInput = { kind: 'createMailboxes', csv, mailLinks };
  // Only the checked list is used: a list that was changed since is checked again.
  const isCurrent = checked?.of === JSON.stringify(input);
  const count = isCurrent ? countFeasible(checked.preview) : 0;
  const isReady = isCurrent && count > 0;
  const hasLinks = checked?.preview.rows.some(({ alternateEmail, hasPassword }) => alternateEmail && !hasPassword);
  function checkAgain() {
    form.validate();
    check.run(input);
  }
  return (
    <>
      <PageHeader
        title={t('bulk.create.title')}
        sentence={t('bulk.create.sentence', { domain })}
        back={<BackFromBulk />}
      />
      <form {...form.attributes} className="grid grid-cols-1 gap-6">
        <Card padded className="grid grid-cols-1 gap-4">
          <ListField
            text={csv}
            onText={(text) => form.change({ csv: text })}
            error={form.problem('csv')}
            disabled={start.pending}
            label={t('bulk.create.list')}
            hint={t('bulk.create.listHint', { domain })}
            placeholder={t('bulk.create.example', { domain })}
            template={{
              name: 'mailboxes.csv',
              table: [TEMPLATE_HEADINGS, [`anna@${domain}`, 'Anna Berg', 'anna.berg@example.com', 'no', '']],
            }}
          />
          <Checkbox
            checked={mailLinks}
            onCheckedChange={(wanted) => form.change({ mailLinks: wanted })}
            hint={t('bulk.create.mailLinksHint')}
          >
            {t('bulk.create.mailLinks')}
          </Checkbox>
          {form.failure && <SubmitFailure failure={form.failure} pending={check.pending} />}
        </Card>
        {checked && !isCurrent && <Banner kind="info">{t('bulk.create.changed')}</Banner>}
        {checked && isCurrent && <DryRun kind="createMailboxes" preview={checked.preview} />}
        {isReady && hasLinks && mailLinks && <p className="text-2nd">{t('bulk.create.willMail')}</p>}
        {start.error && <SubmitFailure failure={start.error} pending={start.pending} />}
        <FootBar className="sticky bottom-0 z-10 -mx-4 flex flex-wrap justify-end gap-2.5 border-t border-line bg-page px-4 py-3.5 max-phone:*:flex-1">
          {isReady && (
            <Button type="button" kind="quiet" onClick={checkAgain} pending={check.pending}>
              {t('bulk.create.checkAgain')}
            </Button>
          )}
          <Button type="submit" pending={isReady ? start.pending : check.pending}>
            {isReady
              ? t('bulk.create.confirm', { count })
              : t(checked ? 'bulk.create.checkAgain' : 'bulk.create.check')}
          </Button>
        </FootBar>
      </form>
    </>
  );
}
