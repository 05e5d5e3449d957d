import type { Ctx } from '../../../system/context/context.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import type { Program, ProgramTrigger } from '../../../system/runner-api/program.ts'
import { toDraftView, type ReadDraft } from '../view/draft-view.ts'
import { loadDraft, type LoadedDraft } from '../view/load-draft.ts'
import { programOfDraft } from './program-of-draft.ts'

export type TriedDraft = ReadDraft & { loaded: LoadedDraft; program: Program; trigger: ProgramTrigger }

/**
 * The viewer's draft and what the Runner would run of it. Throws `not_signed_in`, `not_found`, and `conflict` while
 * nothing starts it.
 */
export async function loadTriedDraft(ctx: Ctx, id: number): Promise<TriedDraft> {
  const loaded = await loadDraft(ctx, { id })
  const read = await toDraftView(ctx, loaded)
  const program = await programOfDraft(ctx, loaded, read)
  const trigger = program.branches[0]?.trigger
  if (!trigger) throw new AppError('conflict', { message: SENTENCES.draft_needs_trigger })
  return { ...read, loaded, program, trigger }
}
