import { mailBackendConformance } from './conformance.ts';
import { startEmbeddedHarness } from './testing/start-embedded-harness.ts';

mailBackendConformance('the embedded mail store', startEmbeddedHarness);
