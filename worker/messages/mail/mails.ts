import type { MailJob } from '../../contract/jobs/jobs.ts'
import { localTime } from '../../contract/schedule/local-moment.ts'

/** A mail before it has a recipient. */
export type Mail = Pick<MailJob, 'template' | 'subject' | 'text' | 'html'>

type Given = { product: string; login: string; link: string }

export function verifyEmailMail({ product, login, link }: Given): Mail {
  return renderMail('verify_email', `Confirm your email address for ${product}`, [
    `Hi ${login},`,
    `Please confirm that this is the email address of your ${product} account.`,
    { label: 'Confirm email address', link },
    'The link works once, for 24 hours. If you did not create this account, you can ignore this email.',
  ])
}

export function passwordResetMail({ product, login, link }: Given): Mail {
  return renderMail('password_reset', `Choose a new password for ${product}`, [
    `Hi ${login},`,
    `Someone, hopefully you, asked for a new password for your ${product} account.`,
    { label: 'Choose a new password', link },
    'The link works once, for one hour. If this was not you, you can ignore this email: your password stays the same.',
  ])
}

/** Asked for by a session of this account, which alone can use the link. */
export function proofMail({ product, login, link }: Given): Mail {
  return renderMail('proof', `Confirm that it is you on ${product}`, [
    `Hi ${login},`,
    `Someone who is signed in to your ${product} account wants to see or change something secret. Is it you?`,
    { label: 'Confirm that it is me', link },
    'The link works once, for 15 minutes, in the browser that asked for it. If this was not you, do not open it: end your other sessions in your settings.',
  ])
}

/** §7 Abandoned checkout. `plan` and `prices` as people read them: "Pro", "$3.49 a month". */
export function abandonedCheckoutMail(given: Given & { plan: string; prices: string[]; unsubscribe: string }): Mail {
  const { product, login, link, plan, prices, unsubscribe } = given
  return renderMail('abandoned_checkout', `Your way back to ${product} ${plan}`, [
    `Hi ${login},`,
    `You looked at ${product} ${plan} earlier. It costs ${prices.join(' or ')}. You can continue here:`,
    { label: `Continue with ${plan}`, link },
    'If you changed your mind, you can ignore this email. We write about this at most once a week.',
    { label: 'Unsubscribe from these reminders', link: unsubscribe },
  ])
}

/** `waits`: it has not failed, but waited for an hour. */
type FailedApplet = { name: string; message: string; waits: boolean }

/** Applets whose runs failed, with what each said. `link`: where the user sees more. */
export function failedRunsMail(given: Given & { failed: FailedApplet[] }): Mail {
  const { product, login, link, failed } = given
  return renderMail('failed_runs', oneLine(failureSubject(failed)), [
    `Hi ${login},`,
    `These Applets on ${product} ${failed.some(({ waits }) => waits) ? 'failed to run, or have waited for an hour' : 'failed to run'}:`,
    ...failed.map(({ name, message }) => `${name}: ${message}`),
    { label: 'See what to do', link },
    'We write about this at most once an hour. Each Applet has a switch for these emails on its page.',
  ])
}

function failureSubject(failed: readonly FailedApplet[]): string {
  const [only] = failed
  if (only && failed.length === 1) return only.waits ? `${only.name} is waiting` : `${only.name} failed to run`
  return `${failed.length} Applets ${failed.some(({ waits }) => waits) ? 'failed to run or wait' : 'failed to run'}`
}

/** Writes the mail of an Applet's action to its own user. */
export function appletMail({ subject, text }: { subject: string; text: string }): Mail {
  return renderMail('applet', oneLine(subject), text.split(/\n{2,}/))
}

/** The lines that Applets collected since the last digest. */
export function digestMail({ product, login, lines }: Omit<Given, 'link'> & { lines: readonly string[] }): Mail {
  return renderMail('daily_digest', `Your daily digest from ${product}`, [`Hi ${login},`, ...lines])
}

/** A subject has no line breaks. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 200)
}

export type MailPart = string | { label: string; link: string }

/** Renders a mail as plain text and as minimal HTML. */
export function renderMail(template: MailJob['template'], subject: string, parts: readonly MailPart[]): Mail {
  return { template, subject, text: `${parts.map(asText).join('\n\n')}\n`, html: parts.map(asHtml).join('\n') }
}

function asText(part: MailPart): string {
  return typeof part === 'string' ? part : `${part.label}:\n${part.link}`
}

function asHtml(part: MailPart): string {
  if (typeof part === 'string') return paragraph(escapeHtml(part).replaceAll('\n', '<br>\n'))
  return paragraph(`<a href="${escapeHtml(part.link)}">${escapeHtml(part.label)}</a>`)
}

function paragraph(html: string): string {
  return `<p>${html}</p>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** "April 1, 2026": the day of this moment (ms) in the reader's zone. */
export function dayInMail(at: number, timezone: string | null): string {
  const local = localTime(at, timezone ?? 'UTC')
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(local)
}
