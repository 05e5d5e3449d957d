import { withServices, type RunProgress, type ServiceProgress } from './run-progress.ts'

/** The most that is shown of a step, in characters: 4 KB with all its fields. */
const FIELD_LENGTH = 1000
const STEP_LENGTH = 3000
const SHOWN_TRIES = 12

/** The part of a progress that pages show, small enough to stay in the run's row. */
export function cutProgress(progress: RunProgress): RunProgress {
  const decisions = progress.decisions && Object.entries(progress.decisions)
  return {
    steps: withServices(progress, cutStep).steps,
    decisions: decisions && Object.fromEntries(decisions.map(([id, { skipped }]) => [id, { skipped, fields: {} }])),
  }
}

function cutStep<Step extends ServiceProgress>(step: Step): Step {
  let left = STEP_LENGTH
  const fields = Object.entries(step.fields ?? {}).map(([slug, value]) => {
    const shown = cutText(value, Math.min(FIELD_LENGTH, left))
    left = Math.max(0, left - shown.length)
    return [slug, shown] as const
  })
  return {
    ...step,
    ...('rows' in step && { rows: null }),
    fields: step.fields && Object.fromEntries(fields),
    answer: step.answer === null ? null : cutText(step.answer, FIELD_LENGTH),
    tries: step.tries.slice(-SHOWN_TRIES),
  }
}

/** Cuts between characters, never inside one. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, Math.max(0, length - 1))
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
