import type { Page } from '@playwright/test'
import type { StepKind } from '../../worker/contract/connections/service.ts'
import type { AppletDraft } from '../../worker/contract/drafts/draft.ts'
import { expectAccessible, expectNoAxeFindings } from '../testing/axe.ts'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const step = <Kind extends StepKind>(
  kind: Kind,
  key: string,
  module_name: string,
  slug: string,
  fields: Record<string, string> = {},
) => ({
  kind,
  key,
  module_name,
  slug,
  account_slot: 0,
  fields,
  asked: [],
  guessed: false,
})

const BELL = step('trigger', 'a', 'webhooks', 'web_request')
const NOTIFY = step('action', 'b', 'notifications', 'send', { message: 'Got {{Value1}}' })
const DRAFT: AppletDraft = {
  name: 'Door bell draft',
  steps: [BELL, NOTIFY],
  min_gap: null,
  quiet: null,
}

async function storedDraft({ DB }: Stack['env'], doc: AppletDraft): Promise<number> {
  const row = await DB.prepare(
    "insert into drafts (user_id, version, doc, created_at, updated_at) values ('usr_free', 1, ?, ?, ?) returning id",
  )
    .bind(JSON.stringify(doc), Date.now(), Date.now())
    .first<{ id: number }>()
  return row?.id ?? 0
}

async function unfold(page: Page) {
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Try it' }).click()
  return page.getByRole('region', { name: 'Try it' })
}

test('a draft is tried with the last event, then done once', async ({ page, request, site }) => {
  test.slow()
  const { DB } = site.env
  await openAs(page, site, 'free@demo.test', '/applets/hook-to-notification')
  const url = await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()
  expect((await request.post(url, { data: { value1: 'The bell rang' } })).status()).toBe(202)
  await page.setViewportSize({ width: 320, height: 640 })
  const { release } = await holdBack(page, '**/sample')
  await page.goto(`/create/${await storedDraft(site.env, DRAFT)}`)
  const part = await unfold(page)
  await part.getByRole('button', { name: 'Get the last event' }).click()
  await expect(part.getByRole('status')).toHaveText('Looking for the last event …')
  await expectAccessible(page, 'event that is fetched')
  release()
  await expect(part.getByRole('status')).toHaveText('The last event, from just now.')
  await expect(part.getByRole('definition').filter({ hasText: 'The bell rang' }).first()).toBeVisible()
  const show = part.getByRole('button', { name: 'Show what it would do' })
  await show.click()
  await expect(part.getByText('Would send a notification: Got The bell rang')).toBeVisible()
  const told = DB.prepare("select text from notifications where text like 'Got The bell%'")
  expect((await told.all()).results).toEqual([])

  await test.step('a refusal stands above the last answer', async () => {
    await DB.prepare('update rate_limits set count = 1000').run()
    await show.click()
    const problem = part.getByRole('alert').filter({ hasText: 'Too many tries.' })
    await expect(problem).toBeVisible()
    const answer = part.getByRole('heading', { name: 'What it would do' })
    expect((await problem.boundingBox())?.y).toBeLessThan((await answer.boundingBox())?.y ?? 0)
    await expectAccessible(page, 'try that was refused')
    await DB.prepare('update rate_limits set count = 0').run()
  })

  await part.getByRole('button', { name: 'Do it once now' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'question about doing it once')
  await page.getByRole('dialog').getByRole('button', { name: 'Do it once' }).click()
  await expect(part.getByText('It was done once.')).toBeVisible()
  expect((await told.all()).results).toHaveLength(1)
  await expectNoAxeFindings(page, 'draft that was tried')
  await part.getByRole('link', { name: 'Open this test in your activity' }).click()
  await page.waitForURL('**/activity/runs/*')
  await expect(page.getByText('Test', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Door bell draft' }).click()
  await page.waitForURL(/\/create\/\d+/)

  await test.step('what the plan does not include leads to plans', async () => {
    const query = step('query', 'q', 'github', 'open_issues')
    await page.goto(`/create/${await storedDraft(site.env, { ...DRAFT, steps: [BELL, query, NOTIFY] })}`)
    await unfold(page)
    await part.getByRole('button', { name: 'Get the last event' }).click()
    await show.click()
    await expect(part.getByRole('alert')).toBeVisible()
    await part.getByRole('button', { name: 'See plans' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
