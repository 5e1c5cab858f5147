import { BULK_IMPORTS_MAXIMUM, IMPORT_COLUMNS } from '@postern/domain/bulk';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { Card } from '@postern/ui/layout/card';
import { FootBar } from '@postern/ui/layout/foot-bar';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useState } from 'react';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { UnsavedInput } from '../../lib/forms/unsaved-scope.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { BackFromBulk } from './back-from-bulk.tsx';
import { checkServer, serverInput, type TypedServer } from './common-server.ts';
import { CommonServerFields } from './common-server-fields.tsx';
import { countFeasible } from './count-feasible.ts';
import { DryRun } from './dry-run.tsx';
import { ListField } from './list-field.tsx';
import { listProblem } from './list-problem.ts';
import { type BulkInput, type BulkPreview, previewBulkMutation } from './queries.ts';
import { useStartJob } from './use-start-job.ts';

type Checked = { preview: BulkPreview; of: string };
type Typed = TypedServer & { csv: string };
type Wrong = { csv?: string | null; host?: string | null; port?: string | null };

/** Imports the mail of many accounts from a pasted table or a file, after trying each sign-in. The table has passwords, so it is never stored. */
export function ImportManyScreen() {
  const t = useText();
  const { domain = '' } = useSession();
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = useSingleCall(previewBulkMutation(), (preview, sent) =>
    setChecked({ preview, of: JSON.stringify(sent) }),
  );
  const start = useStartJob();
  const form = useForm({
    initial: { csv: '', host: '', port: '993' } satisfies Typed,
    check: (typed: Typed): Wrong => checkServer(typed, t),
    failure: check.error,
    refused: (failure): Wrong => ({ csv: listProblem(failure, t, BULK_IMPORTS_MAXIMUM) }),
    submit: () =>
      isReady ? start.run({ kind: 'importMail', previewId: checked.preview.previewId }) : check.run(input),
  });
  const { csv } = form.values;
  const input: BulkInput = { kind: 'importMail', csv, ...serverInput(form.values) };
  // Only a checked table is used, so a table changed since the check is checked again.
  const isCurrent = checked?.of === JSON.stringify(input);
  const count = isCurrent ? countFeasible(checked.preview) : 0;
  const isReady = isCurrent && count > 0;
  function checkAgain() {
    if (form.validate()) check.run(input);
  }
  return (
    <>
      <PageHeader
        title={t('bulk.import.title')}
        sentence={t('bulk.import.sentence')}
        back={<BackFromBulk kind="importMail" />}
      />
      {/* The job's own screen has the same path, so its start asks nothing. */}
      <UnsavedInput isUnsaved={csv !== ''} />
      <form {...form.attributes} className="grid grid-cols-1 gap-6">
        <Card padded className="grid grid-cols-1 gap-5">
          <CommonServerFields form={form} disabled={start.pending} />
          <ListField
            text={csv}
            onText={(text) => form.change({ csv: text })}
            error={form.problem('csv')}
            disabled={start.pending}
            label={t('bulk.import.list')}
            hint={t('bulk.import.listHint')}
            placeholder={t('bulk.import.example', { domain })}
            template={{
              name: 'imports.csv',
              table: [
                IMPORT_COLUMNS,
                ['anna@oldhost.example', 'secret', `anna@${domain}`, '', 'imap.oldhost.example', '993', 'yes'],
                [
                  'bert@oldhost.example',
                  '',
                  `bert@${domain}`,
                  'bert@home.example',
                  'imap.oldhost.example',
                  '993',
                  'yes',
                ],
              ],
            }}
          />
          {form.failure && <SubmitFailure failure={form.failure} pending={check.pending} />}
        </Card>
        {check.pending && <p role="status">{t('bulk.import.testing')}</p>}
        {checked && !isCurrent && !check.pending && <Banner kind="info">{t('bulk.create.changed')}</Banner>}
        {checked && isCurrent && <DryRun kind="importMail" preview={checked.preview} />}
        {start.error && <SubmitFailure failure={start.error} pending={start.pending} />}
        <FootBar className="sticky bottom-0 z-10 -mx-4 flex flex-wrap justify-end gap-2.5 border-t border-line bg-page px-4 py-3.5 max-phone:*:flex-1">
          {isReady && (
            <Button type="button" kind="quiet" onClick={checkAgain} pending={check.pending}>
              {t('bulk.create.checkAgain')}
            </Button>
          )}
          <Button type="submit" pending={isReady ? start.pending : check.pending}>
            {isReady
              ? t('bulk.import.confirm', { count })
              : t(checked ? 'bulk.create.checkAgain' : 'bulk.import.check')}
          </Button>
        </FootBar>
      </form>
    </>
  );
}
