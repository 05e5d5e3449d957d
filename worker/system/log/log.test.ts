import { expect, test, vi } from 'vitest'
import { users } from '../../db/schema/accounts.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { log } from './log.ts'

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
