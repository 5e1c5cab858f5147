import type { SignInEntry } from '@postern/contract/sign-in-history';
import { SIGN_INS_KEPT_DAYS, signInsSeenBy } from '@postern/domain/sign-in-history';
import { Button } from '@postern/ui/buttons/button';
import { List, ListItem } from '@postern/ui/layout/list-item';
import { cx } from '@postern/ui/cx';
import { Tag } from '@postern/ui/layout/tag';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LogIn, ShieldAlert } from 'lucide-react';
import { Fragment } from 'react';
import { useRole } from '../../lib/access/use-role.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import type { MessageKey } from '../../lib/i18n/message-key.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import { signInsQuery } from './queries.ts';

/** When, from where and with what people signed in or guessed a password. Spec 2 §6. */
export function SignInsSection() {
  const t = useText();
  const isOfDomain = signInsSeenBy(useRole()) === 'domain';
  const { bundleId = '', loginEmail = '' } = useSession();
  const read = useInfiniteQuery(signInsQuery(bundleId, loginEmail));
  const days = read.data?.pages[0]?.keptDays ?? SIGN_INS_KEPT_DAYS;
  const signIns = read.data?.pages.flatMap((page) => page.signIns) ?? [];
  return (
    <section aria-labelledby="sign-ins" className="mt-10">
      <h2 id="sign-ins">{t('signInHistory.list.title')}</h2>
      <p className="prose-width mt-1.5 text-pretty text-2nd">
        {t(isOfDomain ? 'signInHistory.list.textOfDomain' : 'signInHistory.list.text', { days })}
      </p>
      {read.error && !read.data && <ReadFailed title={t('signInHistory.failed.title')} read={read} />}
      {read.data && signIns.length === 0 && <p className="mt-4 text-2nd">{t('signInHistory.list.none')}</p>}
      {signIns.length > 0 && (
        <List aria-label={t('signInHistory.list.title')} className="mt-4">
          {signIns.map((signIn) => (
            <SignInItem key={signIn.id} signIn={signIn} isOfDomain={isOfDomain} />
          ))}
        </List>
      )}
      {read.hasNextPage && (
        <Button
          kind="quiet"
          className="mt-4"
          pending={read.isFetchingNextPage}
          onClick={() => void read.fetchNextPage()}
        >
          {t('signInHistory.list.more')}
        </Button>
      )}
    </section>
  );
}

/** Links and orders are never guessed. */
const WRONG = {
  password: 'signInHistory.wrong.password',
  code: 'signInHistory.wrong.code',
  recoveryCode: 'signInHistory.wrong.recoveryCode',
  link: 'signInHistory.wrong.password',
  partnerLink: 'signInHistory.wrong.password',
  webmail: 'signInHistory.wrong.password',
  purchase: 'signInHistory.wrong.password',
} as const satisfies Record<SignInEntry['method'], MessageKey>;

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** @param isOfDomain whether the list has other people's sign-ins too, so that each must say whose it is */
function SignInItem({ signIn, isOfDomain }: { signIn: SignInEntry; isOfDomain: boolean }) {
  const t = useText();
  const format = useFormat();
  const { outcome, method, times, network, lastAt, login } = signIn;
  const isWrong = outcome === 'wrong';
  const facts = [format.dateTime(lastAt), network, programOf(signIn, t)];
  return (
    <ListItem
      leading={isWrong ? <ShieldAlert {...ICON} className="text-warn" /> : <LogIn {...ICON} className="text-3rd" />}
      title={
        <span className="whitespace-normal">{t(isWrong ? WRONG[method] : `signInHistory.accepted.${method}`)}</span>
      }
      tags={
        times > 1 && <Tag kind={isWrong ? 'warn' : 'neutral'}>{t('signInHistory.list.times', { count: times })}</Tag>
      }
      meta={
        <span className="block whitespace-normal">
          {isOfDomain && <span className="block truncate">{login}</span>}
          {/* A dot that begins a line lies outside, where it is cut off; so no line begins or ends with one. */}
          <span className="block overflow-x-clip">
            <span className="-ms-2 block">
              {facts.map((fact, place) => (
                <Fragment key={fact}>
                  {place > 0 && ' '}
                  <span className={cx('inline-block max-w-full', place === 0 && 'ps-2')}>
                    {place > 0 && <span className="inline-block w-2 whitespace-pre">{'· '}</span>}
                    {fact}
                  </span>
                </Fragment>
              ))}
            </span>
          </span>
        </span>
      }
    />
  );
}

function programOf({ browser, os }: SignInEntry, t: ReturnType<typeof useText>): string {
  if (browser === '') return t('signInHistory.list.unknownBrowser');
  return os === '' ? browser : t('signInHistory.list.browser', { browser, os });
}
