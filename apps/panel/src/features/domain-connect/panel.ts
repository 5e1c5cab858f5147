export { DomainConnectButton } from './domain-connect-button.tsx';
