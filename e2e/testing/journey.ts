import { test as base, expect, type Page } from '@playwright/test'
import { createHash } from 'node:crypto'
import { startStack, type Stack } from '../../dev/start/local-site/journey-stack.ts'
import { SESSION_ABSOLUTE } from '../../worker/contract/limits.ts'

type PerTest = { site: Stack; noErrors: void }
type PerWorker = { settings: Record<string, string>; stack: Stack }

/**
 * A browser journey. Each worker has its own stack with the built product, and each test a freshly seeded database. Any
 * page error, hydration warning, or missing file fails the test.
 */
export const test = base.extend<PerTest, PerWorker>({
  settings: [{}, { option: true, scope: 'worker' }],
  stack: [
    async ({ settings }, use) => {
      const stack = await startStack(settings)
      await use(stack)
      await stack.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  site: async ({ stack }, use) => {
    await stack.fill()
    await use(stack)
    await stack.empty()
  },
  baseURL: async ({ site }, use) => use(site.origin),
  noErrors: [
    async ({ context, site }, use) => {
      const problems: string[] = []
      context.on('weberror', (error) => problems.push(`page error: ${error.error().message}`))
      context.on('console', (message) => {
        // Many journeys make refused calls, and test browsers are incognito: Chromium logs both as errors.
        const expected = /Failed to load resource|\[report\]|Push API in incognito mode/
        if (message.type() === 'error' && !expected.test(message.text())) problems.push(`console: ${message.text()}`)
      })
      context.on('response', (response) => {
        const ours = response.url().startsWith(site.origin)
        // Only missing files count: journeys check the status of their own calls.
        if (ours && response.status() === 404 && !['document', 'fetch'].includes(response.request().resourceType()))
          problems.push(`404: ${response.url()}`)
        if (ours && response.status() >= 500) problems.push(`${response.status()}: ${response.url()}`)
      })
      await use()
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Of the demo's users. Nobody can choose it, because it is printed. */
export const PASSWORD = 'correct horse battery'
/** For those who join. */
export const NEW_PASSWORD = 'plum orbit velvet canoe'

/** Begins a session by its row in the database. Returns the cookie's value. */
export async function createSession({ env }: Stack, email: string): Promise<string> {
  const token = crypto.randomUUID()
  const token_hash = createHash('sha256').update(token).digest('base64url')
  const now = Date.now()
  // `exec` is one call through the proxy; a prepared statement is three.
  await env.DB.exec(
    `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at, proved_at) ` +
      `select 'ses_${token}', id, '${token_hash}', ${now}, ${now}, ${now + SESSION_ABSOLUTE}, ${now} from users where email = '${email}'`,
  )
  return token
}

/** Signs this user in by a session row in the database and its cookie. */
export async function signIn(page: Page, site: Stack, email: string): Promise<void> {
  const token = await createSession(site, email)
  const { hostname: domain } = new URL(site.origin)
  const secret = { secure: true, httpOnly: true, sameSite: 'Lax' } as const
  await page.context().addCookies([{ name: '__Host-session', value: token, domain, path: '/', ...secret }])
}
