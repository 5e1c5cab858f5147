import { Banner } from '@postern/ui/feedback/banner';
import { Button } from '@postern/ui/buttons/button';
import { Card } from '@postern/ui/layout/card';
import { Checkbox } from '@postern/ui/forms/checkbox';
import { FootBar } from '@postern/ui/layout/foot-bar';
import { PageHeader } from '@postern/ui/layout/page-header';
import { type FormEvent, useId, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { BackToMailboxes } from './back-to-mailboxes.tsx';
import { countFeasible } from './count-feasible.ts';
import { DryRun } from './dry-run.tsx';
import { ListField } from './list-field.tsx';
import { type BulkInput, type BulkPreview, previewBulkMutation } from './queries.ts';
import { listProblem } from './list-problem.ts';
import { forgetListDraft, useListDraft } from './use-list-draft.ts';
import { useStartJob } from './use-start-job.ts';

type Checked = { preview: BulkPreview; of: string };

/** Mailboxes from a pasted list or a file: what would be created is shown before anything is. */
export function CreateManyScreen() {
  const t = useText();
  const formId = useId();
  const { domain = '' } = useSession();
  const [text, setText] = useListDraft();
  const [mailLinks, setMailLinks] = useState(false);
  const [checked, setChecked] = useState<Checked | null>(null);
  const input: BulkInput = { kind: 'createMailboxes', csv: text, mailLinks };
  const content = JSON.stringify(input);
  const check = useSingleCall(previewBulkMutation(), (preview, sent) =>
    setChecked({ preview, of: JSON.stringify(sent) }),
  );
  const start = useStartJob(forgetListDraft);
  // What was checked is what is done: a list that was changed since is checked anew.
  const isCurrent = checked?.of === content;
  const count = isCurrent ? countFeasible(checked.preview) : 0;
  const hasLinks = checked?.preview.rows.some(({ alternateEmail, hasPassword }) => alternateEmail && !hasPassword);
  const fieldProblem = listProblem(check.error, t);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isCurrent && count > 0) start.run({ previewId: checked.preview.previewId });
    else check.run(input);
  }
  const isReady = isCurrent && count > 0;
  return (
    <>
      <PageHeader
        title={t('bulk.create.title')}
        sentence={t('bulk.create.sentence', { domain })}
        back={<BackToMailboxes />}
      />
      <form id={formId} onSubmit={submit} noValidate className="grid grid-cols-1 gap-6">
        <Card padded className="grid grid-cols-1 gap-4">
          <ListField text={text} onText={setText} error={fieldProblem} disabled={start.pending} />
          <Checkbox checked={mailLinks} onCheckedChange={setMailLinks} hint={t('bulk.create.mailLinksHint')}>
            {t('bulk.create.mailLinks')}
          </Checkbox>
          {check.error && !fieldProblem && <SubmitFailure failure={check.error} pending={check.pending} />}
        </Card>
        {checked && !isCurrent && <Banner kind="info">{t('bulk.create.changed')}</Banner>}
        {checked && isCurrent && <DryRun kind="createMailboxes" preview={checked.preview} />}
        {isReady && hasLinks && mailLinks && <p className="text-2nd">{t('bulk.create.willMail')}</p>}
        {start.error && <SubmitFailure failure={start.error} pending={start.pending} />}
        <FootBar className="sticky bottom-0 z-10 -mx-4 flex flex-wrap justify-end gap-2.5 border-t border-line bg-page px-4 py-3.5 max-phone:*:flex-1">
          {isReady && (
            <Button type="button" kind="quiet" onClick={() => check.run(input)} pending={check.pending}>
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
