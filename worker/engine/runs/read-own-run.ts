import type { AppletDocument } from '../../contract/applets/applet-document.ts'
import { STEP_SEGMENTS, type StepKind } from '../../contract/connections/service.ts'
import { RUN_ID, type RunDetail, type RunEvent, type RunStep } from '../../contract/runs/applet-run.ts'
import type { NamedRunStep, RunResponse } from '../../contract/runs/run-answers.ts'
import type { Ctx } from '../../system/context/context.ts'
import { readStepNames } from '../../db/services/service-catalog.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { requireOwnRunner } from './own-runner.ts'
import { fromRunner } from '../../system/runner-api/from-runner.ts'
import { nameRuns } from './name-runs.ts'

type OwnStep = RunStep & Pick<NamedRunStep, 'name' | 'service'>

/** `document`: the version that ran; null for one that is gone, and for a draft's. */
type OwnRun = Omit<RunResponse['run'], 'steps'> & { steps: OwnStep[]; document: AppletDocument | null }

/** One of the user's own runs, with its steps' names. Throws `not_signed_in`, `not_found`, `runs_unavailable`. */
export async function readOwnRun(ctx: Ctx, id: string): Promise<OwnRun> {
  const runner = await requireOwnRunner(ctx)
  const run = runner && RUN_ID.test(id) ? await fromRunner(() => runner.readRun(id)) : null
  if (!run) throw new AppError('not_found')
  const [names, known] = await Promise.all([
    nameRuns(ctx, ctx.sessionHash ?? '', [run]),
    readStepNames(ctx, [...new Set(run.steps.flatMap((step) => stepId(step) ?? []))], run),
  ])
  const steps = nameSteps(run.steps, known)
  const event = { ...run.event, ingredients: nameIngredients(run, known) }
  const document = known.versions[0]?.doc ?? null
  return { ...run, applet: names.get(run.applet_id) ?? null, steps, event, document }
}

type StepNames = Awaited<ReturnType<typeof readStepNames>>

/** The Runner knows ingredients and fields by their slugs. */
function nameIngredients({ event, steps }: RunDetail, known: StepNames): RunEvent['ingredients'] {
  const trigger = steps.find(({ kind }) => kind === 'trigger')
  const own = trigger ? stepId(trigger) : null
  const names = new Map(
    known.ingredients.filter(({ step_id }) => step_id === own).map(({ slug, name }) => [slug, name]),
  )
  return event.ingredients.map(({ name, value }) => ({ name: names.get(name) ?? name, value }))
}

function nameSteps(steps: readonly RunStep[], known: StepNames): OwnStep[] {
  return steps.map((step) => {
    const own = stepId(step)
    const row = known.steps.find(({ id }) => id === own)
    const labels = new Map(
      known.fields.filter(({ step_id }) => step_id === own).map(({ slug, label }) => [slug, label]),
    )
    return {
      ...step,
      name: row?.name ?? null,
      service: row ? { name: row.service_name, icon: row.icon } : null,
      input: step.input.map(({ label, value }) => ({ label: labels.get(label) ?? label, value })),
    }
  })
}

/** The path of the step's page, which is its id. Null for the filter and the wait. */
function stepId({ kind, module_name, slug }: RunStep): string | null {
  if (!isStepKind(kind) || module_name === null || slug === null) return null
  return `${module_name}/${STEP_SEGMENTS[kind]}/${slug}`
}

function isStepKind(kind: RunStep['kind']): kind is StepKind {
  return kind in STEP_SEGMENTS
}
