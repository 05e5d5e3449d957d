import { expect, test } from 'vitest'
import type { NamedRunStep } from '../../../worker/contract/runs/run-answers.ts'
import { aRunStep } from './run-step.fixture.ts'
import { runSentence } from './run-sentence.ts'

const action = (name: string, state: NamedRunStep['state'] = 'done') => aRunStep({ name, state })

test('names what was done, and counts more than two', () => {
  const done = (...steps: NamedRunStep[]) => runSentence({ state: 'done', steps })
  expect(done(action('Add a row'))).toBe('“Add a row” was done.')
  expect(done(action('Add a row'), action('Send'), action('Post', 'skipped'))).toBe('“Add a row” and “Send” were done.')
  expect(done(action('A'), action('B'), action('C'))).toBe('3 actions were done.')
  expect(done()).toBe('It was done.')
})

test('names the step that failed, is tried again or is not sure', () => {
  const steps = [action('Add a row'), action('Send', 'failed'), action('Post', 'retrying'), action('Log', 'unsure')]
  expect(runSentence({ state: 'failed', steps })).toBe('“Send” failed.')
  expect(runSentence({ state: 'retrying', steps })).toBe('“Post” did not work yet and is tried again.')
  expect(runSentence({ state: 'unsure', steps })).toBe('We don’t know whether “Log” was done.')
  expect(runSentence({ state: 'failed', steps: [] })).toBe('It failed.')
})
