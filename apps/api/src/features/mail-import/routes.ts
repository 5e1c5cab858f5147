import * as contract from '@postern/contract/mail-import';
import * as signIn from '@postern/contract/mail-import-sign-in';
import type { Serve } from '../../http/serve.ts';
import { askImportOwner } from './ask-owner.ts';
import { cancelImport } from './cancel-import.ts';
import { deleteImport } from './delete-import.ts';
import { fetchImportTasks } from './fetch-import-tasks.ts';
import { listMissingAddresses } from './list-missing-addresses.ts';
import { pauseImport } from './pause-import.ts';
import { readImportLedger } from './read-import-ledger.ts';
import { retryImport } from './resume-import.ts';
import { type ByPersonDeps, scheduleImport } from './schedule-import.ts';
import { finishImportSignIn } from './sign-in/finish-sign-in.ts';
import { listSignIns, readImportSignIn } from './sign-in/read-sign-in.ts';
import { startImportSignIn } from './sign-in/start-sign-in.ts';
import { testImportConnection } from './test-import-connection.ts';

export function mailImportRoutes(serve: Serve, deps: ByPersonDeps & { publicUrl: string }): void {
  serve(contract.fetchImportTasks, (context) => fetchImportTasks(deps, context));
  serve(contract.scheduleImport, (context, input) => scheduleImport(deps, context, input));
  serve(contract.askImportOwner, (context, input) => askImportOwner(deps, context, input));
  serve(contract.testImportConnection, (context, input) => testImportConnection(deps, context, input));
  serve(contract.cancelImport, (context, input) => cancelImport(deps, context, input));
  serve(contract.pauseImport, (context, input) => pauseImport(deps, context, input));
  serve(contract.retryImport, (context, input) => retryImport(deps, context, input));
  serve(contract.deleteImport, (context, input) => deleteImport(deps, context, input));
  serve(contract.listMissingAddresses, (context) => listMissingAddresses(deps, context));
  serve(contract.readImportLedger, (context, input) => readImportLedger(deps, context, input));
  serve(signIn.listImportSignIns, (context) => listSignIns(deps, context));
  serve(signIn.startImportSignIn, (context, input) => startImportSignIn(deps, context, input));
  serve(signIn.finishImportSignIn, (context, input) => finishImportSignIn(deps, context, input));
  serve(signIn.readImportSignIn, (context, input) => readImportSignIn(deps, context, input));
}
