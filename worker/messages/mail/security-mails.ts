import type { Settings } from '../../system/context/env.ts'
import type { MailedEventKind } from '../../contract/accounts/security-events.ts'
import { renderMail, type Mail } from './mails.ts'

/** The event in words, for the subject and as a sentence. */
const WORDS: Record<MailedEventKind, { subject: string; text: (product: string) => string }> = {
  new_browser: {
    subject: 'New sign-in to your account',
    text: (product) => `Someone signed in to your ${product} account from a browser that we have not seen before.`,
  },
  password_reset: {
    subject: 'Your password was changed',
    text: (product) => `A new password was set for your ${product} account with a link that we mailed to you.`,
  },
  password_changed: {
    subject: 'Your password was changed',
    text: (product) => `The password of your ${product} account was changed.`,
  },
  identity_linked: {
    subject: 'A new way to sign in was added',
    text: (product) => `Another sign-in provider can now open your ${product} account. Its other sessions have ended.`,
  },
  identity_removed: {
    subject: 'A way to sign in was removed',
    text: (product) => `A sign-in provider can no longer open your ${product} account.`,
  },
  passkey_added: {
    subject: 'A passkey was added',
    text: (product) => `A passkey was added to your ${product} account.`,
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    text: (product) => `A passkey was removed from your ${product} account.`,
  },
  second_factor_on: {
    subject: 'Two-step sign-in was turned on',
    text: (product) =>
      `Signing in to your ${product} account now takes a passkey or a recovery code. Its other sessions have ended.`,
  },
  second_factor_off: {
    subject: 'Two-step sign-in was turned off',
    text: (product) => `Signing in to your ${product} account no longer takes a second step.`,
  },
  recovery_codes_replaced: {
    subject: 'You have new recovery codes',
    text: (product) => `Recovery codes for your ${product} account were made. Earlier ones no longer work.`,
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    text: (product) =>
      `Someone signed in to your ${product} account with one of your recovery codes. It no longer works.`,
  },
  recovery_stopped: {
    subject: 'Signing in without your passkey was stopped',
    text: (product) => `The 72 hours to sign in to your ${product} account without a passkey were stopped.`,
  },
  recovery_finished: {
    subject: 'Two-step sign-in was turned off after 72 hours',
    text: (product) =>
      `Someone asked 72 hours ago to sign in to your ${product} account without a passkey, and has now signed in. Two-step sign-in is off, and all other sessions have ended. Your passkeys still sign you in: remove those that you have lost.`,
  },
  account_restored: {
    subject: 'Your account is back',
    text: (product) => `Your ${product} account is not deleted. Your Applets run again as before.`,
  },
}

type Recorded = { kind: MailedEventKind; device: string; country: string | null; created_at: number }

/**
 * Tells a user what happened to their account, from where and when, and what to do if it was somebody else. `more`:
 * what follows from it.
 */
export function securityMail(
  { PRODUCT_NAME: product, SITE_ORIGIN }: Pick<Settings, 'PRODUCT_NAME' | 'SITE_ORIGIN'>,
  { login }: { login: string },
  { kind, device, country, created_at }: Recorded,
  more: readonly string[] = [],
): Mail {
  const { subject, text } = WORDS[kind]
  const when = new Date(created_at).toISOString().slice(0, 16).replace('T', ' ')
  const place = country === null ? '' : `, ${country}`
  return renderMail('security_event', `${subject} (${product})`, [
    `Hi ${login},`,
    text(product),
    ...more,
    `${device}${place}, ${when} UTC`,
    'If this was you, there is nothing to do. If not, choose a new password now, and then end the sessions that are not yours.',
    { label: 'Choose a new password', link: `${SITE_ORIGIN}/password_reset` },
    { label: 'See where you are signed in', link: `${SITE_ORIGIN}/settings#sessions` },
  ])
}
