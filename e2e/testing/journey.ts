import { test as base, expect, type Page } from '@playwright/test'
import { createHash } from 'node:crypto'
import { startStack, type Stack } from '../../dev/local-site/journey-stack.ts'
import { SESSION_ABSOLUTE } from '../../worker/contract/limits.ts'

type PerTest = { site: Stack; healthy: void }
type PerWorker = { stack: Stack }

/**
 * A browser journey: each worker has the built product to itself, each test a freshly seeded database, and any page
 * error, hydration warning or missing file fails the test whatever else it looks at.
 */
export const test = base.extend<PerTest, PerWorker>({
  stack: [
    async ({}, use) => {
      const stack = await startStack()
      await use(stack)
      await stack.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  site: async ({ stack }, use) => {
    await stack.renew()
    await use(stack)
  },
  baseURL: async ({ site }, use) => use(site.origin),
  healthy: [
    async ({ context, site }, use) => {
      const complaints: string[] = []
      context.on('weberror', (error) => complaints.push(`page error: ${error.error().message}`))
      context.on('console', (message) => {
        // A refused call is part of many journeys, and test browsers are private ones: Chromium logs both as errors.
        const expected = /Failed to load resource|\[report\]|Push API in incognito mode/
        if (message.type() === 'error' && !expected.test(message.text())) complaints.push(`console: ${message.text()}`)
      })
      context.on('response', (response) => {
        const ours = response.url().startsWith(site.origin)
        // A file that is missing; what a call answers is the journey's own business.
        if (ours && response.status() === 404 && !['document', 'fetch'].includes(response.request().resourceType()))
          complaints.push(`404: ${response.url()}`)
        if (ours && response.status() >= 500) complaints.push(`${response.status()}: ${response.url()}`)
      })
      await use()
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

export const PASSWORD = 'correct horse battery'

/** Gives the browser a session of this user: a row in the database and the cookie that opens it. */
export async function signIn(page: Page, { env, origin }: Stack, email: string): Promise<void> {
  const token = crypto.randomUUID()
  const token_hash = createHash('sha256').update(token).digest('base64url')
  const now = Date.now()
  // `exec` is one call through the proxy; a prepared statement would be three.
  await env.DB.exec(
    `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at) ` +
      `select 'ses_${token}', id, '${token_hash}', ${now}, ${now}, ${now + SESSION_ABSOLUTE} from users where email = '${email}'`,
  )
  const { hostname: domain } = new URL(origin)
  const secret = { secure: true, httpOnly: true, sameSite: 'Lax' } as const
  await page.context().addCookies([{ name: '__Host-session', value: token, domain, path: '/', ...secret }])
}

/** Signs in through the form, for journeys about signing in; the others use `signIn`. */
export async function signInByForm(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/my_applets')
}
