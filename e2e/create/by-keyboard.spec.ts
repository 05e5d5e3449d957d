import type { Locator, Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { PLANS } from '../../worker/contract/tiers.ts'
import { row, stepSearch, textField } from '../pages/create-page.ts'
import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

/** A small phone with text at 200 %. */
test.use({ viewport: { width: 320, height: 640 } })

/** Goes on with Tab until the control has the focus, from the page's start if it lies behind. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let count = 0; count < 400; count++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never leads there.')
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.type(text)
}

/** In the open row: searches, and chooses with the keys of the field. */
async function choose(page: Page, words: string, name: RegExp): Promise<void> {
  await expect(stepSearch(page)).toBeFocused()
  await page.keyboard.type(words)
  const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option', { name }).first()
  await found.waitFor()
  while ((await found.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

async function begin(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await press(page, row(page, /^If/))
  await choose(page, 'button', /^Button pressed/)
  await expect(row(page, /^If Button pressed/)).toBeFocused()
  await press(page, row(page, /^Then/))
  await choose(page, 'notification', /^Send a notification Notifications/)
  await expect(row(page, /^Then Send a notification/)).toBeFocused()
  await type(page, textField(page, 'Message'), 'Pressed')
}

async function createIt(page: Page): Promise<void> {
  await press(page, button(page, 'Create'))
  await page.waitForURL(/\/applets\//)
  await expect(page.getByText(/^Turned on: /)).toBeVisible()
}

type Plan = 'free' | 'intermediate_pro' | 'pro'
type Edge = {
  name: string
  user: string
  /** The lowest plan that allows what is made. */
  plan: Plan
  arrange?: (site: Stack) => Promise<unknown>
  add: (page: Page) => Promise<void>
}

/** Chooses the first of a field's live options whose name has these words. */
async function chooseOption(page: Page, field: string, words: string): Promise<void> {
  const control = page.getByRole('combobox', { name: field, exact: true })
  await type(page, control, words)
  await expect(page.getByRole('option', { name: words })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(control).toHaveValue(words)
}

async function addRecord(page: Page): Promise<void> {
  await press(page, button(page, 'Do another thing'))
  await choose(page, 'record', /^Create a record Airtable/)
  await expect(row(page, /^And Create a record/)).toBeFocused()
  await chooseOption(page, 'Base', 'Base 1')
  await chooseOption(page, 'Table', 'Table 1')
  await chooseOption(page, 'Field', 'Name')
  await type(page, textField(page, 'Value'), 'Run')
}

async function addRow(page: Page): Promise<void> {
  await press(page, button(page, 'Do another thing'))
  await choose(page, 'add a row', /^Add a row Google Sheets/)
  await expect(row(page, /^And Add a row/)).toBeFocused()
  await type(page, textField(page, 'Column A'), 'Run')
  await press(page, button(page, 'Add a cell to Row'))
  await expect(textField(page, 'Column B')).toBeFocused()
  await page.keyboard.type('By hand')
}

const EDGES: Edge[] = [
  {
    name: 'the last Applet on Free, with a wait',
    user: 'free@demo.test',
    plan: 'free',
    // The first of the two that Free allows is on.
    arrange: ({ env }) =>
      env.DB.prepare("update enablements set status = 'enabled' where user_id = 'usr_free' and applet_id = 3").run(),
    add: async (page) => {
      await expectWholeFocusRings(page)
      await press(page, button(page, 'Wait first'))
      await type(page, page.getByRole('textbox', { name: 'Minutes' }), '5')
      await expect(row(page, /^Wait 5 minutes/)).toBeVisible()
    },
  },
  {
    name: 'a second action of an exclusive service on Pro',
    user: 'pro@demo.test',
    plan: 'intermediate_pro',
    arrange: (site) => connectDemoAccounts(site, 'usr_pro', ['airtable']),
    add: addRecord,
  },
  {
    name: 'a second account, a query and “Only if …” on Pro+',
    user: 'proplus@demo.test',
    plan: 'pro',
    add: async (page) => {
      await addRow(page)
      const account = page.getByRole('combobox', { name: 'Google Sheets account' })
      await tabTo(page, account)
      await page.keyboard.press('ArrowDown')
      await expect(account.locator('option:checked')).toHaveText('work@gmail.example')
      await chooseOption(page, 'Spreadsheet', 'a new spreadsheet')
      await press(page, button(page, 'Look something up'))
      await choose(page, 'current time', /^Current time Schedule/)
      await expect(row(page, /^With Current time/)).toBeFocused()
      await press(page, button(page, 'Only sometimes'))
      await expect(page.getByLabel('Value of')).toBeFocused()
      // As Chromium's date field takes it in American English.
      await type(page, page.getByLabel('Compared with'), '01012026')
      await expect(page.getByLabel('Compared with')).toHaveValue('2026-01-01')
      await expect(row(page, /^When Only if /)).toBeVisible()
    },
  },
]

for (const { name, user, plan, arrange, add } of EDGES)
  test(`by keyboard at 320 px and 200 % text: ${name}`, async ({ page, site }) => {
    if (plan !== 'free') await site.env.DB.prepare('delete from enablements').run()
    await arrange?.(site)
    await openAs(page, site, user, '/create')
    await begin(page)
    await add(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await createIt(page)
    expect(await lowestPlan(page, site)).toBe(plan)
  })

/** Of quiet buttons, which stand at the page's edge. */
async function expectWholeFocusRings(page: Page): Promise<void> {
  for (const name of ['Rename', 'Delete draft']) {
    await tabTo(page, button(page, name))
    const left = await button(page, name).evaluate((element) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(element)
      return element.getBoundingClientRect().left - parseFloat(outlineOffset) - parseFloat(outlineWidth)
    })
    expect(left, name).toBeGreaterThanOrEqual(0)
  }
}

/** The lowest plan that allows the newest Applet, as its answer says. A new one on Free has used up the quota. */
async function lowestPlan(page: Page, { env }: Stack): Promise<Plan> {
  const id = await env.DB.prepare('select max(id) as id from applets').first('id')
  const { applet } = await (await page.request.get(`/api/applets/${String(id)}`)).json()
  if (applet.pro_features) return 'pro'
  if (applet.intermediate_pro_features) return 'intermediate_pro'
  const on = await env.DB.prepare(
    "select count(*) as count from enablements where user_id = 'usr_free' and status = 'enabled'",
  ).first('count')
  expect(on).toBe(PLANS.free.applets)
  return 'free'
}
