import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.fixture.ts'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import { READ_ALREADY, withDevVars } from './dev-vars.ts'
import { demoIdVars } from '../stand-ins/services/data/demo-id.ts'

const vars = { PRODUCT_NAME: 'Switchyard', ...demoIdVars('http://localhost:1') }

test("a developer's own settings win over the local ones", () => {
  expect(withDevVars(vars, { PRODUCT_NAME: 'Mine' })).toEqual({ ...vars, PRODUCT_NAME: 'Mine' })
})

test("replaces Demo ID completely with the developer's own provider", () => {
  const own = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'mine' }
  expect(withDevVars(vars, own)).toEqual({ PRODUCT_NAME: 'Switchyard', ...own })
  expect(withDevVars(vars, { OIDC_ISSUER: '' })).toEqual({ PRODUCT_NAME: 'Switchyard', OIDC_ISSUER: '' })
})

test("a developer's own service is reached beside the stand-ins", () => {
  const theirs = { SERVICE_ADDRESSES: '{"github":"http://localhost:1"}', TRUSTED_ORIGINS: 'http://localhost:1' }
  const own = { SERVICE_ADDRESSES: '{"acme":"http://localhost:4000"}', TRUSTED_ORIGINS: 'http://localhost:4000' }
  expect(withDevVars(theirs, own)).toEqual({
    SERVICE_ADDRESSES: '{"github":"http://localhost:1","acme":"http://localhost:4000"}',
    TRUSTED_ORIGINS: 'http://localhost:1,http://localhost:4000',
  })
})

test('wrangler leaves what was merged as it is', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.dev.vars'), 'TRUSTED_ORIGINS=http://localhost:4000')
  writeFileSync(join(folder, 'wrangler.toml'), 'name = "api"\ncompatibility_date = "2026-08-01"')
  const config = unstable_readConfig({ config: join(folder, 'wrangler.toml') })
  const merged = { TRUSTED_ORIGINS: 'http://localhost:1,http://localhost:4000' }
  const bindingsOf = (more: object) =>
    unstable_getMiniflareWorkerOptions({ ...config, vars: merged, ...more }).workerOptions.bindings
  expect(bindingsOf({})).toEqual({ TRUSTED_ORIGINS: 'http://localhost:4000' })
  expect(bindingsOf(READ_ALREADY)).toEqual(merged)
})
