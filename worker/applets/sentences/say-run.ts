import type { AppletDocument, ServiceStep } from '../../contract/applets/applet-document.ts'
import { FILTER_ID, stepsOfKind, WAIT_ID } from '../../contract/applets/step-list.ts'
import type { RunStep } from '../../contract/runs/applet-run.ts'
import type { RunResponse } from '../../contract/runs/run-answers.ts'
import { readOwnRun } from '../../engine/runs/read-own-run.ts'
import type { Ctx } from '../../system/context/context.ts'
import { sayApplet } from './say-applet.ts'

/**
 * One of the user's own runs, with what each step sent, or was set to then, as a sentence. Throws `not_signed_in`, `not_found`,
 * `runs_unavailable`.
 */
export async function readRun(ctx: Ctx, id: string): Promise<RunResponse> {
  const { document: version, ...run } = await readOwnRun(ctx, id)
  const steps = run.steps.map((step) => stepThen(step, version))
  const accounts = new Map(run.steps.map(({ position, setting }) => [position, setting?.account ?? null]))
  const accountOf = ({ id: position }: ServiceStep) => accounts.get(position) ?? null
  const said = await sayApplet(ctx, { steps }, { fields: null, labels: {}, accountOf, timezone: run.timezone ?? null })
  const shown = run.steps.map(({ setting: _setting, ...step }, index) => ({ ...step, said: said[index]?.parts ?? [] }))
  return { run: { ...run, steps: shown } }
}

/** The step with all values that it had then. */
function stepThen(
  { kind, position, module_name, slug, setting }: RunStep,
  version: AppletDocument | null,
): AppletDocument['steps'][number] {
  const fields = setting?.fields ?? {}
  switch (kind) {
    case 'trigger':
    case 'query':
    case 'action': {
      const labels = setting?.labels
      const own = { id: position ?? 0, kind, module_name: module_name ?? '', slug: slug ?? '', fields, labels }
      return { ...own, needs_account: false, account_slot: 0, feature: null, user_fields: {} } satisfies ServiceStep
    }
    case 'filter':
      return { id: FILTER_ID, kind, code: stepsOfKind(version?.steps ?? [], kind)[0]?.code ?? '', compiled: null }
    case 'wait':
      return { id: WAIT_ID, kind, seconds: Number(fields['seconds'] ?? 0) }
  }
}
