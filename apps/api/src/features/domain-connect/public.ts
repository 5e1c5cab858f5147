export { domainConnectService } from './domain-connect-service.ts';
