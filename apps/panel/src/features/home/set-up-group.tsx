import type { CurrentPlan } from '@postern/contract/subscriptions';
import { useQuery } from '@tanstack/react-query';
import { Globe, ListTree, Smartphone } from 'lucide-react';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { domainConnectionQuery, isMailToConnect } from '../domain-connection/queries.ts';
import { type Fact, Tile, TileGroup } from './tile.tsx';

/** What makes the domain's mail and site work, outside the panel and on the people's devices. */
export function SetUpGroup({ plan }: { plan: CurrentPlan }) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const { data, isError } = useQuery(domainConnectionQuery(bundleId));
  const hasMail = plan.mailSuiteDetails !== null;
  return (
    <TileGroup id="home-set-up" title={t('home.group.setUp')}>
      {hasMail && (
        <Tile
          path={PATHS.domainSetUp}
          icon={Globe}
          title={t('shell.nav.domainSetUp')}
          fact={isError ? null : mailFact()}
        />
      )}
      {plan.siteDetails && (
        <Tile
          path={PATHS.siteDomain}
          icon={Globe}
          title={t('shell.nav.siteDomain')}
          fact={isError ? null : siteFact()}
        />
      )}
      <Tile
        path={PATHS.manageDns}
        icon={ListTree}
        title={t('shell.nav.manageDns')}
        fact={{ text: t('home.fact.dns') }}
      />
      {hasMail && (
        <Tile
          path={PATHS.clientSetup}
          icon={Smartphone}
          title={t('shell.nav.clientSetup')}
          fact={{ text: t('home.fact.apps') }}
        />
      )}
    </TileGroup>
  );

  function mailFact(): Fact {
    if (!data) return undefined;
    if (data.lastUpdated === null) return { text: t('home.fact.checking') };
    return isMailToConnect(data)
      ? { text: t('home.fact.toConnect'), isWarning: true }
      : { text: t('home.fact.connected') };
  }

  function siteFact(): Fact {
    if (!data) return undefined;
    return data.aVerified && data.cNameVerified
      ? { text: t('home.fact.connected') }
      : { text: t('home.fact.toConnect'), isWarning: true };
  }
}
