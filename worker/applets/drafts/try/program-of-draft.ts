import type { Ctx } from '../../../system/context/context.ts'
import { appletIdOfDraft } from '../../../contract/drafts/draft-runs.ts'
import type { Program } from '../../../system/runner-api/program.ts'
import { compileProgram } from '../../../engine/runner-sync/compile-program.ts'
import { appletOfDraft } from '../create/applet-of-draft.ts'
import type { ReadDraft } from '../view/draft-view.ts'
import type { LoadedDraft } from '../view/load-draft.ts'

/**
 * A draft as the Runner would run its Applet. Steps that are withdrawn are left out, and code that does not compile.
 */
export async function programOfDraft(ctx: Ctx, loaded: LoadedDraft, read: ReadDraft): Promise<Program> {
  const { actor, doc, accounts, applet } = loaded
  const { name, document, own } = await appletOfDraft(ctx, loaded, read)
  const compiles = document.steps.filter((step) => step.kind !== 'filter' || step.compiled !== null)
  const program = await compileProgram(
    actor.id,
    {
      applet_id: applet?.row.id ?? appletIdOfDraft(loaded.stored?.id ?? 0),
      name,
      version: (applet?.newest.version ?? 0) + 1,
      doc: { ...document, steps: compiles },
      running: false,
      enabled_at: 0,
      ...own,
      switched_off: [],
      hook_key_hash: null,
      notify_runs: false,
      notify_failures: false,
      keep_contents: true,
      min_gap: doc.min_gap,
      quiet: doc.quiet,
      expect_every: null,
    },
    accounts.map(({ account_name, ...account }) => ({ ...account, name: account_name })),
  )
  return { ...program, of_draft: true }
}
