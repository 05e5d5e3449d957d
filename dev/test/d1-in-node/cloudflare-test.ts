import { timingSafeEqual } from 'node:crypto'
import { compileFilter } from '../../../worker/engine/filter/check/compile-filter.ts'
import type { RunnerApi } from '../../../worker/system/runner-api/runner-api.ts'
import { LOCAL_SETTINGS } from '../../settings/local-settings.ts'
import { LONG_RUNS } from '../vitest/long-runs.ts'
import { memoryKv } from './memory-kv.ts'
import { sqliteD1 } from './sqlite-d1.ts'

// Workers have it; the Web's standard does not.
Object.assign(crypto.subtle, {
  timingSafeEqual: (one: ArrayBuffer, other: ArrayBuffer) =>
    timingSafeEqual(new Uint8Array(one), new Uint8Array(other)),
})

/**
 * Replaces `cloudflare:test` for tests that run in Node instead of workerd (vitest.config.ts). D1 calls are answered in
 * this process, thousands of times faster.
 */
export const env = {
  ...LOCAL_SETTINGS,
  SITE_ORIGIN: 'http://localhost:8788',
  SCRYPT_N: '2',
  DB: sqliteD1(),
  SEARCH: sqliteD1('migrations-search'),
  CACHE: memoryKv(),
  RUNNER: idleRunners(),
  QUEUE: { send: async () => {} },
  FILTER_COMPILER: { compileFilter },
  ...LONG_RUNS,
  HISTORIES: '2000',
}

export function createExecutionContext() {
  const work: Promise<unknown>[] = []
  return { work, waitUntil: (each: Promise<unknown>) => void work.push(each), passThroughOnException() {}, props: {} }
}

export async function waitOnExecutionContext({ work }: ReturnType<typeof createExecutionContext>): Promise<void> {
  for (let done = 0; done < work.length; done++) await work[done]
}

type Sent = { id: string; timestamp: Date; attempts: number; body: unknown }

/** Messages that keep what the queue's consumer says of them. */
export function createMessageBatch(queue: string, sent: readonly Sent[]) {
  const explicitAcks: string[] = []
  const retryMessages: { msgId: string }[] = []
  const messages = sent.map((each) => ({
    ...each,
    ack: () => void explicitAcks.push(each.id),
    retry: (options = {}) => void retryMessages.push({ msgId: each.id, ...options }),
  }))
  return { queue, messages, explicitAcks, retryMessages }
}

export async function getQueueResult({ explicitAcks, retryMessages }: ReturnType<typeof createMessageBatch>) {
  return { explicitAcks, retryMessages }
}

/** Runners that are always there, have counted nothing and take what they are told. */
function idleRunners() {
  let made = 0
  const idle: Partial<RunnerApi> = {
    counts: async () => [],
    cancelApplet: async () => 0,
    sync: async () => ({ applied: 0, wake_by: null }),
    accept: async () => ({ kind: 'unknown' }),
    refuseKey: async () => {},
    forget: async () => {},
  }
  return { newUniqueId: () => `${++made}`.padStart(64, '0'), idFromString: (id: string) => id, get: () => idle }
}
