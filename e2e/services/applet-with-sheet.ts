import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { connect } from '../../worker/system/d1/client.ts'
import { anApplet } from '../../worker/testing/rows.ts'
import { signIn } from '../testing/journey.ts'

/** Signs in here and at Google. */
export async function connectGoogle(page: Page, site: Stack, return_to: string): Promise<void> {
  await signIn(page, site, 'pro@demo.test')
  await page.goto(`/activate?c[]=google_sheets&return_to=${return_to}`)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`**${return_to}`)
}

/** An Applet whose user says which spreadsheet it watches. Returns the path of its page. */
export async function rowsToNotification({ env }: Stack): Promise<string> {
  const steps = [
    { step: { id: 'google_sheets/triggers/new_row' }, fields: { new_name: '', sheet: '' } },
    { step: { id: 'notifications/actions/send' }, fields: { message: 'A new row: {{ColumnA}}' } },
  ]
  await anApplet(connect(env.DB), { id: 'usr_author' }, steps, { friendly_id: 'rows-to-phone', name: 'Rows to phone' })
  return '/applets/rows-to-phone'
}

/** Chooses a trigger that watches a spreadsheet, on the builder's page. */
export async function chooseCellChanged(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^If/ }).click()
  await page.getByRole('searchbox').fill('cell changed')
  await page
    .getByRole('button', { name: /Cell changed/ })
    .first()
    .click()
}
