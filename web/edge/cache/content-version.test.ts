import { expect, test } from 'vitest'
import { contentVersion } from './content-version.ts'
import type { EdgeEnv } from '../env/edge-env.ts'

function aStore() {
  const store = { value: 'one', reads: 0 }
  const CACHE = {
    get: async () => {
      store.reads += 1
      return store.value
    },
  }
  return { store, env: envLike({ CACHE }) }
}

/** Only the KV binding is used here. */
function envLike(value: { CACHE: object }): EdgeEnv {
  return value as EdgeEnv
}

test('reads the version again after 10 s, not before', async () => {
  const { store, env } = aStore()
  const version = contentVersion()
  expect(await version.of(env, 1)).toBe('one')
  store.value = 'two'
  expect(await version.of(env, 10_000)).toBe('one')
  expect(await version.of(env, 10_001)).toBe('two')
  expect(store.reads).toBe(2)
})

test('shows writers their own change at once', async () => {
  const { store, env } = aStore()
  const version = contentVersion()
  await version.of(env, 1)
  store.value = 'two'
  version.forget()
  expect(await version.of(env, 2)).toBe('two')
})
