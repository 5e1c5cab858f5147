export type { DnsProvider, ProviderGuide } from './dns-provider.ts';
export { findProvider } from './find-provider.ts';
export { renderForProvider } from './render-for-provider.ts';
export type { ProviderField } from './render-for-provider.ts';
