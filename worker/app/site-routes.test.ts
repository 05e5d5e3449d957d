import { expect, test } from 'vitest'
import type { SiteSettings } from '../contract/site.ts'
import { call } from '../testing/call-api.ts'
import { env } from 'cloudflare:test'

test.each([
  [{ AI_PROVIDER: 'off' }, undefined],
  [{ AI_PROVIDER: 'workers-ai' }, 'Cloudflare'],
  [{ AI_PROVIDER: 'openai', AI_MODEL: 'small', AI_BASE_URL: 'https://models.test/v1' }, 'models.test'],
])('with %j pages learn whose model reads sentences', async (given, reader) => {
  const response = await call('GET', '/api/settings', { bindings: { ...env, ...given } })
  expect((await response.json<SiteSettings>()).sentences_read_by).toBe(reader)
})
