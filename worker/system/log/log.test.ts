import { expect, onTestFinished, test, vi } from 'vitest'
import { HOUR } from '../../contract/shared/durations.ts'
import { users } from '../../db/schema/accounts.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { listenToLog } from '../../testing/logged-lines.ts'
import { log, noteForLog, withLogIds } from './log.ts'

test('logs a failed query without its parameters', async () => {
  const { db } = await testCtx()
  const written: string[] = []
  const console = vi.spyOn(globalThis.console, 'error').mockImplementation((line) => void written.push(String(line)))
  const row = { id: 'usr_1', email: 'Ada@example.test', login: 'ada', code: 'c', created_at: 1, updated_at: 1 }
  const error = await db
    .insert(users)
    .values(row)
    .catch((thrown: unknown) => thrown)
  if (!(error instanceof Error)) throw new Error('An address in capitals is not stored.')
  expect(error.message).toContain('Ada@example.test')
  log('error', 'failed', { message: error.message, stack: error.stack, string: String(error) })
  console.mockRestore()
  expect(written).toHaveLength(1)
  expect(written[0]).not.toContain('Ada@example.test')
  expect(written[0]).toMatch(/Failed query: insert into .*at /s)
})

test('logs ten errors of a user an hour, sums up more', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const logged = listenToLog()
  // The counts are the isolate's, where other tests have counted.
  const user_id = `usr_${crypto.randomUUID()}`
  withLogIds({}, () => {
    noteForLog({ user_id })
    for (let n = 0; n < 7; n++) log('error', 'one_kind')
  })
  for (let n = 0; n < 7; n++) log('error', 'another_kind', { user_id })
  log('error', 'one_kind', { user_id: 'usr_else' })
  log('warn', 'a_warning', { user_id })
  expect([logged('one_kind').length, logged('another_kind').length, logged('a_warning').length]).toEqual([8, 3, 1])
  vi.setSystemTime(Date.now() + HOUR)
  log('error', 'one_kind', { user_id })
  expect(logged('one_kind')).toHaveLength(9)
  const leftOut = logged('error_lines_left_out').filter(({ whose }) => whose === user_id)
  expect(leftOut).toMatchObject([{ lines: 4 }])
})
