import { expect, test } from 'vitest'
import { aStep } from '../testing/applet-makers.ts'
import { newActionProgress, type StepProgressState } from '../store/run-progress.ts'
import { outcomeOfRun } from './end-run.ts'

function ending(...states: StepProgressState[]) {
  const steps = states.map((state, id) => ({
    ...newActionProgress(aStep(id, 'key')),
    state,
    message: state,
  }))
  return outcomeOfRun({ steps, decisions: {} })
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
