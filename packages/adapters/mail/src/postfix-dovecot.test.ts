import { mailBackendConformance } from './conformance.ts';
import { startRealHarness } from './testing/start-real-harness.ts';

mailBackendConformance('Postfix and Dovecot', startRealHarness);
