import { listen } from '../../dev/stand-ins/stand-in/listen.ts'
import { sentryIngest } from '../../dev/stand-ins/sentry/sentry-ingest.ts'
import { freePort } from '../../dev/settings/ports.ts'
import { expect, signIn, test } from '../testing/journey.ts'

const port = await freePort()
const DSN = `http://key@localhost:${port}/7`
const ingest = sentryIngest(DSN)

test.use({ settings: { SENTRY_DSN: DSN } })
let stop = async () => {}
test.beforeAll(async () => {
  const { close } = await listen(port, () => (request) => ingest.fetch(request))
  stop = close
})
test.afterAll(() => stop())

test("a script's error arrives at Sentry with the page's request", async ({ browser, site }) => {
  // Not the journey's own context, which fails at any error.
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  await signIn(page, site, 'pro@demo.test')
  await page.route('**/assets/settings-page-*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      body: `${await response.text()}\nsetTimeout(() => { throw new TypeError('No lamp for ada@example.test') })`,
    })
  })
  const answer = await page.goto('/settings')
  await expect.poll(() => ingest.events.length).toBe(1)
  expect(ingest.events).toMatchObject([
    {
      tags: {
        event: 'browser_error',
        route: 'users/sessions/settings-page',
        request_id: answer?.headers()['x-request-id'],
      },
      exception: { values: [{ type: 'TypeError', value: 'No lamp for [email]' }] },
    },
  ])
  await context.close()
})
