import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { signIn } from './journey.ts'

/** A page in one state: what to arrange first, its address, and what to do there. */
export type Scene = {
  name: string
  address: string
  arrange?: (site: Stack) => Promise<unknown>
  act?: (page: Page) => Promise<unknown>
}

export const VISITORS_SCENES: readonly Scene[] = [
  { name: 'home', address: '/' },
  { name: 'search', address: '/explore?q=sheet' },
  { name: 'search without a result', address: '/explore?q=zzzz' },
  { name: 'all services', address: '/services' },
  { name: 'service', address: '/github' },
  { name: 'author', address: '/authors/mira-lind' },
  { name: 'step', address: '/github/triggers/new_star' },
  { name: 'plans', address: '/plans' },
  { name: 'terms', address: '/terms' },
  { name: 'sign in', address: '/login' },
  {
    name: 'sign in that was refused',
    address: '/login',
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.test')
      await page.getByLabel('Password', { exact: true }).fill('a wrong long password')
      await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByText('Wrong email or password.').waitFor()
    },
  },
  { name: 'join', address: '/join' },
  { name: 'password reset', address: '/password_reset' },
  { name: 'password reset asked without script', address: '/password_reset?asked=1' },
  { name: 'unsubscribe', address: '/unsubscribe' },
  { name: 'deleted account', address: '/account_deletion' },
  { name: 'second step that is over', address: '/login/second_step' },
  { name: 'wait without a passkey that is over', address: '/login/recovery' },
  { name: 'link that stops a wait', address: '/login/recovery/stop?token=x' },
  { name: 'link of a new email address', address: '/email_change?token=x' },
  { name: 'link that confirms who one is', address: '/confirm_identity?token=x' },
  { name: 'link that undoes a new address', address: '/email_change/undo?token=x' },
  { name: 'Applet', address: '/applets/star-to-sheet' },
  { name: 'report', address: '/applets/1/report' },
  {
    name: 'report without a reason',
    address: '/applets/1/report',
    act: async (page) => {
      await page.locator('form').evaluate((form: HTMLFormElement) => (form.noValidate = true))
      await page.getByRole('button', { name: 'Send report' }).click()
      await page.getByText('Choose a reason.').waitFor()
    },
  },
  { name: 'report that was sent', address: '/applets/1/report?sent=1' },
  {
    name: 'Applet that was taken down',
    address: '/applets/location-log',
    arrange: (site) =>
      site.env.DB.prepare("update applets set taken_down = 'applet' where friendly_id = 'location-log'").run(),
  },
  { name: 'not found', address: '/no/such/page' },
]

/** For free@demo.test, in this order: each scene starts from the data that the last one left. */
export const USERS_SCENES: readonly Scene[] = [
  { name: 'Applet to connect', address: '/applets/star-to-sheet' },
  {
    name: 'Applet connected',
    address: '/applets/star-to-sheet',
    arrange: async (site) => {
      await connectAccount(site, 'github')
      await connectAccount(site, 'google_sheets')
      await setStatus(site, 'star-to-sheet', 'enabled')
    },
  },
  {
    name: 'Applet disabled',
    address: '/applets/star-to-sheet',
    arrange: (site) => setStatus(site, 'star-to-sheet', 'disabled'),
  },
  {
    name: 'edit with errors',
    address: '/applets/issue-to-task/edit',
    arrange: (site) => connectAccount(site, 'todoist'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  {
    name: 'Applet with a broken connection',
    address: '/applets/star-to-sheet',
    arrange: (site) =>
      site.env.DB.prepare("update connected_accounts set status = 'broken' where module_name = 'github'").run(),
  },
  { name: 'service with a broken account', address: '/github' },
  { name: 'Applet with every part for its user', address: '/applets/hook-to-notification' },
  { name: 'dynamic connection', address: '/connections/home-hub' },
  { name: 'connect with a key', address: '/activate?c[]=telegram&return_to=/my_applets' },
  { name: 'my Applets', address: '/my_applets' },
  { name: 'account settings', address: '/settings/account' },
  { name: 'delete the account', address: '/settings/delete' },
  { name: 'activity', address: '/activity' },
  { name: 'activity without a failure', address: '/activity?kind=failures' },
  { name: 'activity of an Applet', address: '/applets/sunset-lights/activity' },
  { name: 'notifications', address: '/my_notifications' },
  { name: 'settings', address: '/settings' },
  {
    name: 'disconnect dialog',
    address: '/settings/connections',
    act: async (page) => {
      await page
        .getByRole('button', { name: /Disconnect/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'no Applets at all',
    address: '/my_applets',
    arrange: (site) => site.env.DB.prepare('delete from enablements').run(),
  },
]

/** Opens the scene for the signed-in user. */
export async function openScene(page: Page, site: Stack, scene: Scene): Promise<void> {
  await scene.arrange?.(site)
  await page.goto(scene.address)
  await waitForHydration(page)
  await scene.act?.(page)
}

/** Waits until React has hydrated every element of the page, lazy parts too. Those of Stripe.js are not React's. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('body > :not(script) :not(script, .mount *)')].every((element) =>
      Object.keys(element).some((key) => key.startsWith('__react')),
    ),
  )
}

/** Signs in as this user, opens the page, and waits for hydration. */
export async function openAs(page: Page, site: Stack, email: string, path: string): Promise<void> {
  await signIn(page, site, email)
  await page.goto(path)
  await waitForHydration(page)
}

const FREE = "(select id from users where email = 'free@demo.test')"

/** Connects an account without consent. Its tokens do not work. */
function connectAccount({ env }: Stack, module: string) {
  return env.DB.prepare(
    `insert into connected_accounts (id, user_id, module_name, account_id, account_name, status, access_token, created_at, updated_at)
     values (?1, ${FREE}, ?2, 'ada', 'ada@' || ?2 || '.test', 'connected', '1.x.x', ?3, ?3)`,
  )
    .bind(`e2e-${module}`, module, Date.now())
    .run()
}

function setStatus({ env }: Stack, applet: string, status: 'enabled' | 'disabled') {
  return env.DB.prepare(
    `insert into enablements (id, user_id, applet_id, status, created_at, updated_at)
     values ('e2e', ${FREE}, (select id from applets where friendly_id = ?1), ?2, ?3, ?3)
     on conflict (id) do update set status = ?2`,
  )
    .bind(applet, status, Date.now())
    .run()
}
