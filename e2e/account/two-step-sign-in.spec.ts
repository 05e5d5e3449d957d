import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { sendSignIn } from '../pages/sign-in-form.ts'
import { expectAccessible } from '../testing/axe.ts'
import { expect, PASSWORD, signIn, test } from '../testing/journey.ts'
import { linkInMail } from '../testing/link-in-mail.ts'
import { waitForHydration } from '../testing/scenes.ts'
import { addDevice, setPresent } from '../testing/virtual-authenticator.ts'

const EMAIL = 'free@demo.test'
const CODE = 'AAAA-BBBB-CCCC-DDDD'

const ways = (page: Page) => page.getByRole('region', { name: 'Ways to sign in' })
const proof = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
const codes = (page: Page) => page.getByRole('dialog', { name: 'Keep these recovery codes' })

/** Makes the proof of every session too old. */
const endProof = ({ env }: Stack) => env.DB.exec('update sessions set proved_at = 0')

async function signOut(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** Two-step sign-in with one code, by rows, for journeys about something else. */
async function turnOnByRows({ env }: Stack): Promise<void> {
  const user = await env.DB.prepare('select id from users where email = ?').bind(EMAIL).first<string>('id')
  const hash = createHash('sha256')
    .update(`recovery_code:${user}:${CODE.replaceAll('-', '')}`)
    .digest('base64url')
  await env.DB.exec(`update users set second_factor_at = 1, email_verified_at = 1 where email = '${EMAIL}'`)
  await env.DB.exec(
    `insert into recovery_codes (code_hash, user_id, set_id, created_at) values ('${hash}', '${user}', 'set', 1)`,
  )
}

test('a passkey is added, becomes the second step, and is removed', async ({ page, site }) => {
  const device = await addDevice(page)
  await signIn(page, site, EMAIL)
  await endProof(site)
  await page.goto('/settings')
  await test.step('a passkey is added after the password, and renamed', async () => {
    await ways(page).getByRole('button', { name: 'Add a passkey' }).click()
    await proof(page).getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await ways(page)
      .getByRole('button', { name: /^Rename: Chrome on/ })
      .click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My laptop')
    await page.keyboard.press('Enter')
    await expect(ways(page).getByText('My laptop')).toBeVisible()
  })
  await test.step('two steps are turned on once the codes are kept', async () => {
    await ways(page).getByRole('button', { name: 'Turn on' }).click()
    await expect(codes(page).getByRole('listitem')).toHaveCount(10)
    const download = codes(page).getByRole('link', { name: 'Download' })
    await expect(download).toHaveAttribute('download', /recovery-codes\.txt$/)
    await expectAccessible(page, 'recovery codes')
    await codes(page).getByRole('button', { name: 'Turn on two-step sign-in' }).click()
    await expect(codes(page).getByText('Keep the codes first. We cannot show them again.')).toBeVisible()
    await codes(page).getByRole('checkbox').check()
    await codes(page).getByRole('button', { name: 'Turn on two-step sign-in' }).click()
    await expect(ways(page).getByText(/^On since .* 10 recovery codes left\.$/)).toBeVisible()
    await expect(ways(page).getByRole('button', { name: 'New codes' })).toBeVisible()
    await expectAccessible(page, 'settings with two steps')
  })
  await test.step('the password asks for the passkey', async () => {
    await signOut(page)
    // Else the device answers at once what the sign-in page offers among the fields.
    await setPresent(device, false)
    await page.goto('/login?return_to=%2Fplans')
    await sendSignIn(page, EMAIL)
    await page.waitForURL('**/login/second_step?return_to=%2Fplans')
    await expectAccessible(page, 'second step')
    await setPresent(device, true)
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await page.waitForURL('**/plans')
  })
  await test.step('the passkey is removed only once two steps are off', async () => {
    await page.goto('/settings')
    const remove = async () => {
      await ways(page).getByRole('button', { name: 'Remove: My laptop' }).click()
      await page.getByRole('dialog', { name: 'Remove My laptop?' }).getByRole('button', { name: 'Remove' }).click()
    }
    await remove()
    await expect(ways(page).getByText('Two-step sign-in needs this passkey.')).toBeVisible()
    await endProof(site)
    await ways(page).getByRole('button', { name: 'Turn off' }).click()
    await page
      .getByRole('dialog', { name: 'Turn off two-step sign-in?' })
      .getByRole('button', { name: 'Turn off' })
      .click()
    await expect(proof(page).getByRole('button', { name: 'Use your password instead' })).toHaveCount(0)
    await proof(page).getByRole('button', { name: 'Use your passkey' }).click()
    await expect(ways(page).getByRole('button', { name: 'Turn on' })).toBeVisible()
    await signOut(page)
    await page.goto('/login?return_to=%2Fsettings')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/settings')
    await remove()
    await expect(ways(page).getByText('My laptop')).toHaveCount(0)
    await page.reload()
    await expect(ways(page).getByText('You have one.')).toBeVisible()
    await expect(ways(page).getByText('My laptop')).toHaveCount(0)
  })
})

test('who has neither passkey nor code waits 72 hours', async ({ page, context, site }) => {
  await turnOnByRows(site)
  await page.goto('/login?return_to=%2Fplans')
  await sendSignIn(page, EMAIL)
  await page.getByRole('link', { name: 'I have neither a passkey nor a code' }).click()
  await page.waitForURL('**/login/recovery?return_to=%2Fplans')
  await waitForHydration(page)
  await expectAccessible(page, 'wait without a passkey')
  await page.getByRole('button', { name: 'Start the 72 hours' }).click()
  await expect(page.getByRole('heading', { name: 'The wait has begun' })).toBeFocused()
  await expectAccessible(page, 'wait that has begun')
  await test.step('the mailed link stops the wait, after a press', async () => {
    const owner = await context.newPage()
    await owner.goto(await linkInMail(site, EMAIL, '/login/recovery/stop'))
    await waitForHydration(owner)
    await expectAccessible(owner, 'link that stops a running wait')
    const waits = () => site.env.DB.prepare('select count(*) as n from second_factor_recoveries').first<number>('n')
    expect(await waits()).toBe(1)
    await owner.getByRole('button', { name: 'Stop it' }).click()
    await expect(owner.getByRole('heading', { name: 'It is stopped' })).toBeFocused()
    await expectAccessible(owner, 'wait that was stopped')
    expect(await waits()).toBe(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Please sign in again' })).toBeVisible()
  })
  await test.step('after the hours the password signs in', async () => {
    await page.goto('/login?return_to=%2Fsettings')
    await sendSignIn(page, EMAIL)
    await page.getByRole('link', { name: 'I have neither a passkey nor a code' }).click()
    await page.getByRole('button', { name: 'Start the 72 hours' }).click()
    await expect(page.getByRole('heading', { name: 'The wait has begun' })).toBeFocused()
    await page.goto('/login?return_to=%2Fsettings')
    await sendSignIn(page, EMAIL)
    await page.waitForURL(/second_step/)
    // As the clock would in three days.
    await site.env.DB.exec('update second_factor_recoveries set due_at = begun_at')
    await page.goto('/login?return_to=%2Fsettings')
    await sendSignIn(page, EMAIL)
    await page.waitForURL('**/settings')
    await expect(ways(page).getByText('You need one first.')).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the wait begins with a form, and a code signs in', async ({ page, site }) => {
    await turnOnByRows(site)
    await page.goto('/login?return_to=%2Fplans')
    await sendSignIn(page, EMAIL)
    await page.waitForURL('**/login/second_step?return_to=%2Fplans')
    await expect(page.getByRole('button', { name: 'Use your passkey' })).toHaveCount(0)
    await page.getByRole('link', { name: 'I have neither a passkey nor a code' }).click()
    await page.getByRole('button', { name: 'Start the 72 hours' }).click()
    await expect(page.getByRole('heading', { name: 'The wait has begun' })).toBeVisible()
    await linkInMail(site, EMAIL, '/login/recovery/stop')
    await page.goto('/login/second_step?return_to=/plans')
    await page.getByLabel('Recovery code').fill('wrong')
    await page.getByRole('button', { name: 'Use this code' }).click()
    await expect(page.getByText('This is not one of your recovery codes, or it was used already.')).toBeVisible()
    await page.getByLabel('Recovery code').fill(CODE)
    await page.getByRole('button', { name: 'Use this code' }).click()
    await page.waitForURL('**/plans')
    await page.goto('/settings')
    await expect(page.getByText('0 recovery codes left.')).toBeVisible()
  })
})
