import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/local-site/journey-stack.ts'
import {
  CARDS,
  expectWelcome,
  openCheckout,
  payButton,
  PAYER,
  waitForCardField,
  typeCard,
} from '../pages/checkout-form.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'
import { modal, payInModal } from '../pages/upgrade-modal-page.ts'

/** The variables of the abandoned-checkout calls that a page makes. */
function abandonedCallsOf(page: Page): { plan_id: string }[] {
  const asked: { plan_id: string }[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/graphql') return
    const { query, variables } = request.postDataJSON()
    if (query.includes('userProAbandonedCheckoutEmail')) asked.push(variables)
  })
  return asked
}

function payerRow({ env }: Stack) {
  const row = env.DB.prepare('select id, reminder_scheduled_at as scheduled from users where email = ?').bind(PAYER)
  return row.first<{ id: string; scheduled: number | null }>()
}

const scheduled = async (site: Stack) => (await payerRow(site))?.scheduled ?? null

/** Waits first: the browser does not report the calls a page makes while closing. */
async function expectNothingScheduled(page: Page, site: Stack): Promise<void> {
  await page.waitForTimeout(500)
  expect(await scheduled(site)).toBeNull()
}

/** Sends the job that the queue would deliver after an hour, and waits for the mail. */
async function deliveredMail(site: Stack): Promise<{ text: string; headers: Record<string, string> }> {
  const { id: user_id = '' } = (await payerRow(site)) ?? {}
  await site.env.QUEUE.send({ kind: 'abandoned_checkout', id: 'job_e2e', user_id, plan_id: 'intermediate_pro' })
  const mails = () => site.standIns.outbox.mails().filter(({ to }) => to === PAYER)
  await expect.poll(() => mails().length).toBe(1)
  const { text = '', headers = {} } = mails()[0] ?? {}
  return { text, headers }
}

test('leaving after choosing a price sends one email', async ({ page, site, browser }) => {
  await openCheckout(page, site)
  await page.getByLabel('Yearly').check()
  await page.goto('/plans')
  await expect.poll(() => scheduled(site)).toBeGreaterThan(0)
  // A session asks once, even if the server would schedule another reminder.
  await site.env.DB.prepare('update users set reminder_scheduled_at = null').run()
  await page.goto('/subscribe/pro_plus')
  await waitForCardField(page)
  await page.getByLabel('Yearly').check()
  await page.goto('/plans')
  await expectNothingScheduled(page, site)

  const mail = await deliveredMail(site)
  expect(mail.text).toContain('It costs $3.49 a month or $34.99 a year')
  const [back = '', out = ''] = mail.text.match(/https?:\S+/g) ?? []
  expect(new URL(back).pathname).toBe('/subscribe/pro')

  const elsewhere = await browser.newContext({ javaScriptEnabled: false })
  const otherPage = await elsewhere.newPage()
  await otherPage.goto(out)
  await otherPage.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed from these emails')
  await otherPage.reload()
  await otherPage.getByRole('button', { name: 'Send them again' }).click()
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('Stop these emails?')
  await elsewhere.close()
})

test('a mail client unsubscribes, and the settings undo it', async ({ page, site, request }) => {
  const { headers } = await deliveredMail(site)
  const [link = ''] = /https?:[^>]+/.exec(headers['List-Unsubscribe'] ?? '') ?? []
  const [name = '', value = ''] = (headers['List-Unsubscribe-Post'] ?? '').split('=')
  expect((await request.get(link)).status()).toBe(200)
  const reminders = page.getByRole('switch', { name: 'Reminders about an unfinished upgrade' })
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

test('looking or paying counts as nothing abandoned', async ({ page, site }) => {
  await openCheckout(page, site)
  await page.goto('/plans')
  await expectNothingScheduled(page, site)
  await page.goto('/subscribe/pro')
  await waitForCardField(page)
  await page.getByLabel('Yearly').check()
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expectWelcome(page)
  await expectNothingScheduled(page, site)
})

// §5-24
test('typing a card counts as a choice; a failed call stays silent', async ({ page, site }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.route('**/graphql', (route) => route.fulfill({ status: 400, json: {} }))
  const asked = abandonedCallsOf(page)
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

test('closing the upgrade modal after choosing a price abandons a checkout', async ({ page, site }) => {
  const asked = abandonedCallsOf(page)
  await signIn(page, site, PAYER)
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await waitForCardField(page)
  await modal(page).getByRole('button', { name: 'Close' }).click()
  await expect(modal(page)).toHaveCount(0)
  await mainButton(page).click()
  await modal(page).getByLabel('Yearly').check()
  await modal(page).getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => scheduled(site)).toBeGreaterThan(0)
  await expect.poll(() => asked).toEqual([{ plan_id: 'intermediate_pro' }])
})

test('paying in the upgrade modal abandons nothing', async ({ page, site }) => {
  const asked = abandonedCallsOf(page)
  await signIn(page, site, PAYER)
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await modal(page).getByLabel('Yearly').check()
  await payInModal(page)
  await page.waitForURL(/consent|authorize/)
  await expectNothingScheduled(page, site)
  expect(asked).toEqual([])
})
