import { DEFAULT_ACCOUNT_LIMIT } from '@postern/domain/plans';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import { showNames } from '@postern/domain/addresses';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { catchAllQuery } from '../catch-all/queries.ts';
import { dkimKeysQuery } from '../dkim/queries.ts';
import { domainConnectionQuery } from '../domain-connection/queries.ts';
import { wrongRows } from '../email-reputation/panel.ts';
import { forwardersQuery } from '../forwarders/queries.ts';
import { spamFilterQuery } from '../spam-filter/queries.ts';
import type { Fact } from './tile.tsx';

type Place = 'mailboxes' | 'forwarders' | 'catchAll' | 'spamFilter' | 'reputation';

/** One fact about each part of the domain's mail. What can't be read has none; its own screen says why. */
export function useMailFacts(plan: CurrentPlan): Record<Place, Fact> {
  const t = useText();
  const { bundleId = '' } = useSession();
  const forwarders = useQuery(forwardersQuery(bundleId));
  const catchAll = useQuery(catchAllQuery(bundleId));
  const spam = useQuery(spamFilterQuery(bundleId));
  const connection = useQuery(domainConnectionQuery(bundleId));
  const keys = useQuery(dkimKeysQuery(bundleId));
  const { limit = 0, active = 0 } = plan.mailSuiteDetails?.noOfAccounts ?? {};
  const wrong = connection.data && keys.data ? wrongRows(connection.data, keys.data.keys).length : undefined;
  const isUnread = connection.isError || keys.isError;
  return {
    mailboxes: {
      text:
        limit < DEFAULT_ACCOUNT_LIMIT ? t('home.fact.inUseOf', { active, limit }) : t('home.fact.inUse', { active }),
    },
    forwarders: factOf(forwarders, (list) => ({ text: t('home.fact.addresses', { count: list.length }) })),
    catchAll: factOf(catchAll, ({ email }) => ({ text: email === null ? t('home.fact.off') : showNames(email) })),
    spamFilter: factOf(spam, ({ level }) => ({ text: t(`home.fact.spam.${level}`) })),
    reputation:
      wrong === undefined
        ? isUnread
          ? null
          : undefined
        : { text: t('home.fact.reputation', { count: wrong }), isWarning: wrong > 0 },
  };
}

/** Waiting, without a fact after a failure, or with it. */
function factOf<T>(read: { data: T | undefined; isError: boolean }, tell: (data: T) => Fact): Fact {
  if (read.data !== undefined) return tell(read.data);
  return read.isError ? null : undefined;
}
