import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/local-site/journey-stack.ts'
import { CARDS, expectWelcome, openCheckout, payButton, PAYER, ready, typeCard } from '../pages/checkout-form.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'
import { modal, payInModal } from '../pages/upgrade-modal-page.ts'

/** What a page asks of GraphQL, by name. */
function mutationsOf(page: Page): { plan_id: string }[] {
  const asked: { plan_id: string }[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/graphql') return
    const { query, variables } = request.postDataJSON()
    if (query.includes('userProAbandonedCheckoutEmail')) asked.push(variables)
  })
  return asked
}

function theirRow({ env }: Stack) {
  const row = env.DB.prepare('select id, reminder_scheduled_at as scheduled from users where email = ?').bind(PAYER)
  return row.first<{ id: string; scheduled: number | null }>()
}

const scheduled = async (site: Stack) => (await theirRow(site))?.scheduled ?? null

/** A page that is left tells nobody of its last calls but the server. */
async function expectNothingScheduled(page: Page, site: Stack): Promise<void> {
  await page.waitForTimeout(500)
  expect(await scheduled(site)).toBeNull()
}

/** The hour passes: the queue brings what it was given. */
async function mailOf(site: Stack): Promise<{ text: string; headers: Record<string, string> }> {
  const { id: user_id = '' } = (await theirRow(site)) ?? {}
  await site.env.QUEUE.send({ kind: 'abandoned_checkout', id: 'job_e2e', user_id, plan_id: 'intermediate_pro' })
  const mails = () => site.standIns.outbox.mails().filter(({ to }) => to === PAYER)
  await expect.poll(() => mails().length).toBe(1)
  const { text = '', headers = {} } = mails()[0] ?? {}
  return { text, headers }
}

// §D3.7-28 §D3.7-49
test('a price is chosen, the page is left: a mail with the way back, and a way never to get one again (§7, §D3.7)', async ({
  page,
  site,
  browser,
}) => {
  await openCheckout(page, site)
  await page.getByLabel('Yearly').check()
  await page.goto('/plans')
  await expect.poll(() => scheduled(site)).toBeGreaterThan(0)
  // Once a session, whatever the server would say.
  await site.env.DB.prepare('update users set reminder_scheduled_at = null').run()
  await page.goto('/subscribe/pro_plus')
  await ready(page)
  await page.getByLabel('Yearly').check()
  await page.goto('/plans')
  await expectNothingScheduled(page, site)

  const mail = await mailOf(site)
  expect(mail.text).toContain('It is $3.49 a month or $34.99 a year')
  const [back = '', out = ''] = mail.text.match(/https?:\S+/g) ?? []
  expect(new URL(back).pathname).toBe('/subscribe/pro')

  const elsewhere = await browser.newContext({ javaScriptEnabled: false })
  const theirs = await elsewhere.newPage()
  await theirs.goto(out)
  await theirs.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('You get no more of these mails')
  await theirs.reload()
  await theirs.getByRole('button', { name: 'Send them again' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Stop these mails?')
  await elsewhere.close()
})

// §D3.7-49
test('a mail program ends these mails by itself, and the settings say so and undo it (RFC 8058)', async ({
  page,
  site,
  request,
}) => {
  const { headers } = await mailOf(site)
  const [link = ''] = /https?:[^>]+/.exec(headers['List-Unsubscribe'] ?? '') ?? []
  const [name = '', value = ''] = (headers['List-Unsubscribe-Post'] ?? '').split('=')
  expect((await request.get(link)).status()).toBe(200)
  const reminders = page.getByRole('switch', { name: 'Reminders about an upgrade you began' })
  await openAs(page, site, PAYER, '/settings')
  await expect(reminders).toBeChecked()
  expect((await request.post(link, { form: { [name]: value }, maxRedirects: 0 })).status()).toBe(200)
  await page.reload()
  await expect(reminders).not.toBeChecked()
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await reminders.check()
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(reminders).toBeChecked()
})

// §D3.7-28
test('who only looks, and who pays, has abandoned nothing (§D3.7)', async ({ page, site }) => {
  await openCheckout(page, site)
  await page.goto('/plans')
  await expectNothingScheduled(page, site)
  await page.goto('/subscribe/pro')
  await ready(page)
  await page.getByLabel('Yearly').check()
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expectWelcome(page)
  await expectNothingScheduled(page, site)
})

// §5-25
test('a card that was begun is a choice; that the call fails is neither said nor reported (§5)', async ({
  page,
  site,
}) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.route('**/graphql', (route) => route.fulfill({ status: 400, json: {} }))
  const asked = mutationsOf(page)
  await openCheckout(page, site)
  await typeCard(page, '4242')
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => asked).toEqual([{ plan_id: 'intermediate_pro' }])
  await page.waitForTimeout(200)
  expect(said.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
})

// §D3.7-28
test('the upgrade modal that is closed after a price was chosen is an abandoned checkout (§D3.7)', async ({
  page,
  site,
}) => {
  const asked = mutationsOf(page)
  await signIn(page, site, PAYER)
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await ready(page)
  await modal(page).getByRole('button', { name: 'Close' }).click()
  await expect(modal(page)).toHaveCount(0)
  await mainButton(page).click()
  await modal(page).getByLabel('Yearly').check()
  await modal(page).getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => scheduled(site)).toBeGreaterThan(0)
  expect(asked).toEqual([{ plan_id: 'intermediate_pro' }])
})

test('who pays in the upgrade modal has abandoned nothing (§D3.7)', async ({ page, site }) => {
  const asked = mutationsOf(page)
  await signIn(page, site, PAYER)
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await modal(page).getByLabel('Yearly').check()
  await payInModal(page)
  await page.waitForURL(/consent|authorize/)
  await expectNothingScheduled(page, site)
  expect(asked).toEqual([])
})
