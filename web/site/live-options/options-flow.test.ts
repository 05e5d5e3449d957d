import { expect, test } from 'vitest'
import { LOADING, offered, optionsReducer, type OptionsEvent } from './options-flow.ts'

const fold = (...events: OptionsEvent[]) => events.reduce(optionsReducer, LOADING)
const general = { label: 'General', value: 'C01' }
const loaded = (attempt: number, options = [general]): OptionsEvent => ({ type: 'loaded', attempt, options })

test('options go from loading to loaded or none', () => {
  expect(LOADING.kind).toBe('loading')
  expect(fold(loaded(0))).toMatchObject({ kind: 'loaded', options: [general] })
  expect(fold(loaded(0, [])).kind).toBe('empty')
})

test('a failure can be retried', () => {
  const failed: OptionsEvent = {
    type: 'failed',
    attempt: 0,
    message: 'The service did not answer.',
    reconnectPath: null,
  }
  expect(fold(failed)).toMatchObject({ kind: 'failed', message: 'The service did not answer.' })
  expect(fold(failed, { type: 'asked' }, loaded(1)).kind).toBe('loaded')
})

test('a broken connection leads to its repair, not to a retry', () => {
  const reconnectPath = '/activate?c[]=matrix&return_to=%2Fapplets%2Ffeed-to-chat%2Fedit&reconnect=1'
  const failed: OptionsEvent = { type: 'failed', attempt: 0, message: 'Please reconnect it.', reconnectPath }
  expect(fold(failed)).toMatchObject({ kind: 'failed', reconnectPath })
})

test('drops the options of an account no longer chosen', () => {
  expect(fold({ type: 'asked' }, loaded(0)).kind).toBe('loading')
  expect(fold(loaded(0), { type: 'failed', attempt: 0, message: '', reconnectPath: null }).kind).toBe('loaded')
})

test('a list stays until the next one, and for no older', () => {
  const ports = [{ label: 'Porto', value: 'P1' }]
  const asked = fold(loaded(0), { type: 'asked' }, { type: 'asked' })
  expect(asked).toMatchObject({ kind: 'loading', options: [general] })
  const listed = optionsReducer(asked, loaded(2, ports))
  expect(optionsReducer(listed, loaded(1)).options).toEqual(ports)
})

test('keeps offering the saved option without the service listing it', () => {
  expect(offered(LOADING, 'C01')).toEqual([{ label: 'Loading…', value: 'C01' }])
  expect(offered(fold(loaded(0)), 'C01')).toEqual([general])
  expect(offered(fold(loaded(0)), 'C99')).toEqual([{ label: 'C99 (no longer listed)', value: 'C99' }, general])
  expect(offered(fold(loaded(0, [])), 'C99')).toEqual([{ label: 'C99 (no longer listed)', value: 'C99' }])
  expect(offered(fold({ type: 'failed', attempt: 0, message: '', reconnectPath: null }), 'C01')[0]?.value).toBe('C01')
  expect(offered(LOADING, '')).toEqual([])
})
