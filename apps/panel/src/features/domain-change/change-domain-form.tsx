import { parseNewDomain } from '@postern/domain/domain-connection';
import { Button } from '@postern/ui/buttons/button';
import { Card } from '@postern/ui/layout/card';
import { Checkbox } from '@postern/ui/forms/checkbox';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fieldCodes, hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { TechnicalName } from '../../lib/i18n/technical-name.tsx';
import { rememberForVisit } from '../../lib/store/visit-memory.ts';
import { problemText } from './field-problem.ts';
import { changeDomainMutation } from './queries.ts';

/** What was typed outlives a session that ends before it is sent; that the domain is theirs is said anew. */
const left = rememberForVisit('');

/** Asks for the new domain and for the word that it is theirs. The server has the public suffix list, and knows who has which name. */
export function ChangeDomainForm() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const { mutate, isPending, error, variables } = useMutation(changeDomainMutation(bundleId));
  const [typed, setTyped] = useState(left.read);
  const [isOwn, setOwn] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLElement>(null);
  const parsed = parseNewDomain(typed, domain);
  const refused =
    isTouched && !parsed.ok ? parsed.code : variables === typed ? fieldCodes(error)['newDomain'] : undefined;
  const isTaken = variables === typed && hasCode(error, 'DOMAIN_TAKEN');
  const problem = refused ? t(problemText(refused), { domain }) : isTaken ? t('domainChange.problem.taken') : null;
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  function type(name: string) {
    setTyped(name);
    left.write(name);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setTouched(true);
    if (isPending) return;
    if (!parsed.ok) field.current?.focus();
    else if (!isOwn) box.current?.focus();
    else mutate(typed, { onSuccess: () => left.write('') });
  }
  return (
    <Card padded>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <Field
          label={t('domainChange.field.label')}
          hint={
            <>
              {t('domainChange.field.hint')}
              {parsed.ok && <TechnicalName name={parsed.value} />}
            </>
          }
          error={problem}
        >
          <TextInput
            ref={field}
            value={typed}
            onChange={(event) => type(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
          />
        </Field>
        <ul className="grid list-disc gap-1.5 ps-5 text-2nd marker:text-3rd">
          <li>{t('domainChange.what.moves')}</li>
          <li>{t('domainChange.what.signIn')}</li>
          <li>{t('domainChange.what.former', { domain })}</li>
          <li>{t('domainChange.what.records')}</li>
          <li>{t('domainChange.what.takes')}</li>
        </ul>
        <div>
          <Checkbox ref={box} checked={isOwn} onCheckedChange={setOwn} required>
            {t('domainChange.own.label')}
          </Checkbox>
          {isTouched && !isOwn && (
            <p role="alert" className="mt-1 ps-7 text-small text-bad">
              {t('domainChange.own.required')}
            </p>
          )}
        </div>
        {error && refused === undefined && !isTaken && <SubmitFailure failure={error} pending={isPending} />}
        <div className="flex flex-wrap gap-2.5 max-phone:*:flex-1">
          <Button type="submit" pending={isPending}>
            {t('domainChange.submit')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
