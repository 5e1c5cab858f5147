import { createPublicKey } from 'node:crypto';
import { domainConnectTemplate, publicKeyRecords } from '@postern/domain/domain-connect';
import { type Command, CommandError, textOption } from '../../feature/command.ts';

export const domainConnectCommands: Record<string, Command> = {
  'domain-connect': {
    usage:
      '--provider-name NAME --service-name NAME   print the template for DNS providers and the TXT records of its key',
    options: ['provider-name', 'service-name'],
    run: async ({ config }, options) => {
      const { domainConnect, dns, publicUrl } = config;
      if (domainConnect === null)
        throw new CommandError('NOT_CONFIGURED', 'Set POSTERN_DOMAIN_CONNECT_PROVIDER_ID and _KEY_FILE first.');
      const names = {
        providerName: textOption(options, 'provider-name'),
        serviceName: textOption(options, 'service-name'),
        panelHost: new URL(publicUrl).hostname,
      };
      const { keyHost, keyDomain, privateKey } = domainConnect;
      const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
      return {
        fileName: `${domainConnect.providerId}.${domainConnect.serviceId}.json`,
        template: domainConnectTemplate(domainConnect, names, dns.targets),
        keyRecords: publicKeyRecords(der.toString('base64')).map((value) => ({
          ...{ name: `${keyHost}.${keyDomain}`, type: 'TXT', value },
        })),
      };
    },
  },
};
