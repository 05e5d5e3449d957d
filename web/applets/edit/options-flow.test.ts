import { expect, test } from 'vitest'
import { LOADING, offered, optionsReducer, type OptionsEvent } from './options-flow.ts'

const fold = (...events: OptionsEvent[]) => events.reduce(optionsReducer, LOADING)
const general = { label: 'General', value: 'C01' }
const loaded = (attempt: number, options = [general]): OptionsEvent => ({ type: 'loaded', attempt, options })

test('options are loading, then there, or there are none', () => {
  expect(LOADING.kind).toBe('loading')
  expect(fold(loaded(0))).toMatchObject({ kind: 'loaded', options: [general] })
  expect(fold(loaded(0, [])).kind).toBe('empty')
})

test('a failure can be asked once more', () => {
  const failed: OptionsEvent = { type: 'failed', attempt: 0, message: 'The service did not answer.' }
  expect(fold(failed)).toMatchObject({ kind: 'failed', message: 'The service did not answer.' })
  expect(fold(failed, { type: 'asked' }, loaded(1)).kind).toBe('loaded')
})

test('the options of an account that is no longer chosen are dropped', () => {
  expect(fold({ type: 'asked' }, loaded(0)).kind).toBe('loading')
  expect(fold(loaded(0), { type: 'failed', attempt: 0, message: '' }).kind).toBe('loaded')
})

test('what was saved stays on offer while the options are away and when the service no longer lists it', () => {
  expect(offered(LOADING, 'C01')).toEqual([{ label: 'Loading…', value: 'C01' }])
  expect(offered(fold(loaded(0)), 'C01')).toEqual([general])
  expect(offered(fold(loaded(0)), 'C99')).toEqual([{ label: 'C99 (no longer listed)', value: 'C99' }, general])
  expect(offered(fold(loaded(0, [])), 'C99')).toEqual([{ label: 'C99 (no longer listed)', value: 'C99' }])
  expect(offered(fold({ type: 'failed', attempt: 0, message: '' }), 'C01')[0]?.value).toBe('C01')
  expect(offered(LOADING, '')).toEqual([])
})
