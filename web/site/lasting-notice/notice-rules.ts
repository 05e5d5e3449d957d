import { SOLD_PLANS, type SoldPlan } from '../../../worker/contract/tiers.ts'
import type { Me } from '../../../worker/contract/accounts/me.ts'

/** `welcome`: the plan just bought. `verifyLater`: the user has put off verifying the email. */
export type SavedNotices = { welcome: SoldPlan | null; verifyLater: boolean }
type Notice = 'welcome' | 'verifyEmail'

/** The saved text as notices: anyone can write to storage, so it may hold anything. */
export function readNotices(text: string | null): SavedNotices {
  let saved: unknown
  try {
    saved = JSON.parse(text ?? 'null')
  } catch {
    saved = null
  }
  const fields: Record<string, unknown> = typeof saved === 'object' && saved !== null ? { ...saved } : {}
  const welcome = SOLD_PLANS.find((plan) => plan === fields['welcome']) ?? null
  return { welcome, verifyLater: fields['verifyLater'] === true }
}

/** Pages that say the same themselves. */
const SAID_BY: Record<Notice, readonly string[]> = {
  welcome: ['/settings/billing'],
  verifyEmail: ['/settings', '/verify_email'],
}

/** Where people make or set up an Applet, a phone's notice would cover what they press next. */
const AT_WORK = /^\/create(?:\/|$)|\/edit$/

/** The notice that the user sees on the page of this path: one at a time, so that it covers little of a phone. */
export function noticeFor(
  path: string,
  saved: SavedNotices,
  { email_verified }: Pick<Me, 'email_verified'>,
): Notice | null {
  if (AT_WORK.test(path)) return null
  const wanted: Notice[] = []
  if (saved.welcome) wanted.push('welcome')
  if (!email_verified && !saved.verifyLater) wanted.push('verifyEmail')
  return wanted.find((notice) => !SAID_BY[notice].includes(path)) ?? null
}

/** Keeps the notices that are left after the page of this path: once it has shown the new plan, no later page does. */
export function withoutSaid(path: string, saved: SavedNotices): SavedNotices {
  return saved.welcome && SAID_BY.welcome.includes(path) ? { ...saved, welcome: null } : saved
}
