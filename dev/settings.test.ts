import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { LOCAL_SETTINGS } from './local-settings.ts'
import { ROOT } from './run.ts'

test('the connect button presses itself in what is deployed, and not on this machine (§4.10, design §3.6)', () => {
  const { vars } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  expect(vars['AUTO_CONNECT']).toBe('true')
  expect(LOCAL_SETTINGS.AUTO_CONNECT).toBe('false')
})
