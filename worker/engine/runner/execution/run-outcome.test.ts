import { expect, test } from 'vitest'
import { newStepProgress, type StepProgressState } from '../store/run-progress.ts'
import { outcomeOfRun } from './run-outcome.ts'

const rest = { queries: [], decisions: [], filter: null, wait_until: null, waited: false }

function ending(...states: StepProgressState[]) {
  const actions = states.map((state, position) => ({
    ...newStepProgress({ position, module_name: 'far', slug: 'key' }),
    state,
    message: state,
  }))
  return outcomeOfRun({ ...rest, actions })
}

test.each([
  [['done'], 'done', null],
  [['skipped', 'done'], 'done', null],
  [['done', 'failed'], 'failed', 'failed'],
  [['failed', 'unsure', 'done'], 'unsure', 'unsure'],
  [['skipped', 'skipped'], 'skipped', 'skipped'],
] as const)('%o ends as %s', (states, state, message) => {
  expect(ending(...states)).toEqual({ state, message })
})
