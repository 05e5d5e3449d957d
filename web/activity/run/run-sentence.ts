import type { NamedRunStep, RunResponse } from '../../../worker/contract/runs/run-answers.ts'
import type { RunStepState } from '../../../worker/contract/runs/applet-run.ts'

const LIST = new Intl.ListFormat('en')
/** More than these are counted instead of named. */
const NAMED = 2
const OWN_NAMES: Partial<Record<NamedRunStep['kind'], string>> = { filter: 'Filter', wait: 'Wait' }

/** What a step is called on its run's page. */
export function stepName({ kind, name, slug }: Pick<NamedRunStep, 'kind' | 'name' | 'slug'>): string {
  return OWN_NAMES[kind] ?? name ?? slug ?? 'A step'
}

/** What became of a run, as a sentence that its page begins with. */
export function runSentence({ state, steps }: Pick<RunResponse['run'], 'state' | 'steps'>): string {
  const actions = steps.filter(({ kind }) => kind === 'action')
  switch (state) {
    case 'ready':
      return 'It is about to run.'
    case 'calling':
      return 'It is running.'
    case 'waiting':
      return 'It waits before its next step.'
    case 'retrying':
      return `${named(steps, 'retrying')} did not work yet and is tried again.`
    case 'held':
      return 'It is held.'
    case 'done':
      return whatWasDone(actions.filter((step) => step.state === 'done'))
    case 'skipped':
      return 'It was skipped.'
    case 'failed':
      return `${named(steps, 'failed')} failed.`
    case 'cancelled':
      return 'It was stopped before it was finished.'
    case 'unsure':
      return `We don’t know whether ${named(steps, 'unsure').replace(/^It$/, 'everything')} was done.`
    default:
      return state satisfies never
  }
}

function whatWasDone(actions: readonly NamedRunStep[]): string {
  if (actions.length === 0) return 'It was done.'
  if (actions.length > NAMED) return `${actions.length} actions were done.`
  return `${LIST.format(actions.map(inQuotes))} ${actions.length === 1 ? 'was' : 'were'} done.`
}

/** The first step in this state; where no step says so, the run. */
function named(steps: readonly NamedRunStep[], state: RunStepState): string {
  const found = steps.find((step) => step.state === state)
  return found ? inQuotes(found) : 'It'
}

function inQuotes(step: NamedRunStep): string {
  return `“${stepName(step)}”`
}
