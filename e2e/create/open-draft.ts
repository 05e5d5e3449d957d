import { expect, type Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import type { DraftChange, DraftResponse } from '../../worker/contract/drafts/draft.ts'
import type { StepKind } from '../../worker/contract/connections/service.ts'
import { apiClient } from '../testing/api-client.ts'
import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { signIn } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

const USER = 'proplus@demo.test'

/** A change that puts a step such as "matrix/send_message" into a draft. */
export function choose(step: StepKind, key: string, name: string): DraftChange & { kind: 'choose_step' } {
  const [module_name = '', slug = ''] = name.split('/')
  return { kind: 'choose_step', step, key, module_name, slug }
}

/** A star at GitHub that sends a message at Matrix, with both accounts connected. */
export const STAR_TO_CHAT = [
  choose('trigger', 'star', 'github/new_starred_repository'),
  choose('action', 'send', 'matrix/send_message'),
]

/** Stores a draft, signs its author in, and opens it. `row`: such as `then.1`. */
export async function openDraft(
  page: Page,
  site: Stack,
  row: string,
  changes: readonly DraftChange[],
): Promise<number> {
  await connectDemoAccounts(site, 'usr_proplus', ['github', 'matrix'])
  await signIn(page, site, USER)
  return openAnother(page, site, row, changes)
}

/** Stores another draft of the same author, and opens it. */
export async function openAnother(
  page: Page,
  site: Stack,
  row: string,
  changes: readonly DraftChange[],
): Promise<number> {
  const call = await apiClient(site, USER)
  const { draft } = await call<DraftResponse>('POST', '/drafts', { changes })
  await page.goto(`/create/${draft.id}?step=${row}`)
  await waitForHydration(page)
  return draft.id ?? 0
}

/** The page says that everything is stored. */
export async function draftSaved(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^Draft saved/ })).toBeVisible()
}

/** Loads the page again once everything is stored. */
export async function reloadSaved(page: Page): Promise<void> {
  await draftSaved(page)
  await page.reload()
  await waitForHydration(page)
}
