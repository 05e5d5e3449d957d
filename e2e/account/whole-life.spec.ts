import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { DAY, MINUTE } from '../../worker/contract/shared/durations.ts'
import { CARDS, expectWelcome, payButton, typeCard, waitForCardField } from '../pages/checkout-form.ts'
import { consent, mainButton } from '../pages/connect-page.ts'
import { askStripe } from '../testing/ask-stripe.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { linkInMail } from '../testing/link-in-mail.ts'
import { waitForHydration } from '../testing/scenes.ts'
import { tracesInDatabase } from '../testing/traces-in-database.ts'
import { addDevice } from '../testing/virtual-authenticator.ts'

const OLD_EMAIL = 'whole-life@example.test'
const NEW_EMAIL = 'another-life@example.test'
const LOGIN = 'wholelife'
const STARRED = 'whole/life'

/** Where a deleted account may still be found, by ids that say nothing of who it was, and why. */
const LEFT: Record<string, string> = {
  'users.id': 'what the rows below refer to',
  'users.code': 'the same id, because the column must be unique',
  'users.login': 'the same id, because the column must be unique',
  'users.email': 'the same id, because the column must be unique',
  'account_deletions.user_id': 'proves when the account was deleted',
  'runners.user_id': 'keeps a late call from making the Runner again',
  'security_events.user_id': 'the security log, for 90 days',
  'credit_reviews.user_id': 'accounting: what was refunded',
  'credit_reviews.customer': 'accounting: the id at Stripe, where the customer is deleted',
  'stripe_events.customer': 'events that came, for 60 days, so that none counts twice: the id at Stripe',
}

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

test('an account lives from its passkey to its last trace', async ({ page, site }) => {
  test.slow()
  await addDevice(page)
  await join(page, site)
  const user = await userOf(site)
  await connectAndRun(page, site)
  await pay(page)
  await changeEmail(page, site)
  await download(page)
  // Stripe hears of a new address a moment after the change.
  await site.standIns.clock.moveBy(MINUTE)
  const { stripe_customer_id: customer } = await userOf(site)
  await expect
    .poll(() => askStripe(site, `customers/${customer}`), { timeout: 30_000 })
    .toMatchObject({ email: NEW_EMAIL })
  const runner = await runnerOf(site, user.id)
  expect(await runsIn(site, runner)).toBeGreaterThan(0)
  await deleteAccount(page, site)
  await expectNoAxeFindings(page, 'account that will be deleted')
  await signInToUndo(page)
  await bringBack(page, site)
  await deleteAccount(page, site)
  await passSevenDays(site)

  const traces = [user.id, OLD_EMAIL, NEW_EMAIL, LOGIN, STARRED, customer ?? '']
  expect(await tracesInDatabase(site.env.DB, traces)).toEqual(Object.keys(LEFT).toSorted())
  expect(await tracesInDatabase(site.env.SEARCH, traces)).toEqual([])
  expect(await runsIn(site, runner)).toBe(0)
  expect(await askStripe(site, `customers/${customer}`)).toMatchObject({ deleted: true })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This passkey did not work.')).toBeVisible()
})

async function join(page: Page, site: Stack) {
  await page.goto('/join')
  await waitForHydration(page)
  await page.getByLabel('Email').fill(OLD_EMAIL)
  await page.getByLabel('User name').fill(LOGIN)
  await button(page, 'Join with a passkey, without a password').click()
  await page.waitForURL('**/my_applets')
  await page.goto(await linkInMail(site, OLD_EMAIL, '/verify_email'))
  await waitForHydration(page)
  await button(page, 'Confirm email address').click()
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
}

/** A star at one service becomes a row at the other. */
async function connectAndRun(page: Page, site: Stack) {
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await consent(page, 'github')
  await consent(page, 'google_sheets')
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(mainButton(page)).toHaveText(/Connected/)
  const { control } = site.standIns.services
  const checked = async () =>
    (await (await page.request.get('/api/applets/star-to-sheet/health')).json()).health?.last_checked ?? null
  await expect.poll(checked, { timeout: 20_000 }).not.toBeNull()
  await control.happen('github', 'own_star', { text: STARRED })
  await page.reload()
  await waitForHydration(page)
  await button(page, 'Check now').click()
  await expect(page.getByText('Found something new.')).toBeVisible({ timeout: 20_000 })
  const rows = () => control.asked('google_sheets').map(({ body }) => body)
  await expect.poll(rows, { timeout: 20_000 }).toContainEqual(expect.stringContaining(STARRED))
}

async function pay(page: Page) {
  await page.goto('/subscribe/pro')
  await waitForCardField(page)
  await page.getByLabel('Yearly').check()
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expectWelcome(page)
}

async function changeEmail(page: Page, site: Stack) {
  await page.goto('/settings/account')
  await waitForHydration(page)
  await page.getByLabel('New email address').fill(NEW_EMAIL)
  await button(page, 'Change email address').click()
  await page.goto(`${await linkInMail(site, NEW_EMAIL, '/email_change')}&from=mail`)
  await waitForHydration(page)
  await expect(page, 'the token leaves the address').toHaveURL(/\/email_change\?from=mail$/)
  await button(page, 'Use the new address').click()
  await page.waitForURL('**/settings/account')
  expect(await linkInMail(site, OLD_EMAIL, '/email_change/undo')).toContain('token=')
}

async function download(page: Page) {
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const file = JSON.parse(await readFile(await (await waiting).path(), 'utf8'))
  expect(file).toMatchObject({ account: [{ email: NEW_EMAIL, login: LOGIN }], complete: true })
  expect(JSON.stringify(file.runs)).toContain(STARRED)
}

/** Asks twice: for the name, and for the passkey. */
async function deleteAccount(page: Page, site: Stack) {
  await site.env.DB.exec('update sessions set proved_at = 0')
  await page.goto('/settings/delete')
  await waitForHydration(page)
  await page.getByLabel('Type your email address or user name').fill(LOGIN)
  await button(page, 'Delete my account').click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account will be deleted')
}

/** The passkey signs nobody in, but leads to what brings the account back. */
async function signInToUndo(page: Page) {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is being deleted')
  await button(page, 'Sign out').click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** By the mailed link, which needs no session. */
async function bringBack(page: Page, site: Stack) {
  await page.goto(await linkInMail(site, NEW_EMAIL, '/account_deletion'))
  await waitForHydration(page)
  await expectNoAxeFindings(page, 'link that keeps an account')
  await button(page, 'Keep my account').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is back')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/my_applets')
}

/** All that the deletion waits for lies seven days back; then the clock's tasks work until it is done. */
async function passSevenDays(site: Stack) {
  const { DB } = site.env
  const seven = 7 * DAY
  await DB.exec(`update account_deletions set due_at = due_at - ${seven}, next_at = next_at - ${seven}`)
  const isDone = async () => {
    await DB.exec('update account_deletions set next_at = 1 where done_at is null')
    await site.cronPasses('12-59/15 * * * *')
    await site.cronPasses('*/15 * * * *')
    return DB.prepare('select done_at from account_deletions').first<number | null>('done_at')
  }
  await expect.poll(isDone, { timeout: 60_000 }).not.toBeNull()
}

async function userOf({ env }: Stack) {
  const row = await env.DB.prepare('select id, stripe_customer_id from users where login = ?')
    .bind(LOGIN)
    .first<{ id: string; stripe_customer_id: string | null }>()
  if (!row) throw new Error('There is no such user.')
  return row
}

async function runnerOf({ env }: Stack, user_id: string): Promise<string> {
  const id = await env.DB.prepare('select runner_id from runners where user_id = ?')
    .bind(user_id)
    .first<string>('runner_id')
  if (!id) throw new Error('The user has no Runner.')
  return id
}

async function runsIn(site: Stack, runner_id: string): Promise<number> {
  return (await site.runner(runner_id).listRuns({ limit: 20 })).runs.length
}
