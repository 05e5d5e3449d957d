import { expect, test, vi } from 'vitest'
import template from '../../dev/service/template.json'
import { service_files } from '../db/schema/service-files.ts'
import { testCtx } from '../testing/test-ctx.ts'
import { loadServices, readService, serviceFile } from './known-services.ts'

/** More than a stack of calls takes. */
const DEPTH = 100_000
const DEEP = JSON.stringify({ ...template, shared: { answers: {} }, samples: 'deep' }).replace(
  '"deep"',
  '['.repeat(DEPTH) + ']'.repeat(DEPTH),
)

test('a stored file that is too deep takes no other service along', async () => {
  const ctx = await testCtx()
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  await ctx.db.insert(service_files).values([
    { module_name: 'acme_deep', file: DEEP, updated_at: 1 },
    { module_name: 'acme_right', file: JSON.stringify(template), updated_at: 1 },
  ])
  await loadServices(ctx, ['acme_deep', 'acme_right'])
  expect(serviceFile('acme_right')).toMatchObject({ name: 'Acme' })
  expect(serviceFile('acme_deep')).toBeNull()
  expect(said.mock.calls.join()).toContain('"event":"service_file_unreadable"')
})

test('a Runner goes on without a file that is too deep', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(readService({ module_name: 'acme_deep', version: 1, file: DEEP })).toBeNull()
})
