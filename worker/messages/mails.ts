import type { MailJob } from './job.ts'

/** A mail before it has a recipient. */
export type Mail = Pick<MailJob, 'template' | 'subject' | 'text' | 'html'>

type Given = { product: string; login: string; link: string }

export function verifyEmail({ product, login, link }: Given): Mail {
  return mail('verify_email', `Confirm your email address for ${product}`, link, 'Confirm email address', [
    `Hi ${login},`,
    `please confirm that this is the email address of your ${product} account.`,
    'The link works once, for 24 hours. If you did not make this account, you need not do anything.',
  ])
}

export function passwordReset({ product, login, link }: Given): Mail {
  return mail('password_reset', `Choose a new password for ${product}`, link, 'Choose a new password', [
    `Hi ${login},`,
    `someone, hopefully you, asked for a new password for your ${product} account.`,
    'The link works once, for one hour. If it was not you, you need not do anything: your password stays as it is.',
  ])
}

/** Greeting, request, the link, and the small print: as plain text and as the simplest HTML that shows the same. */
function mail(
  template: MailJob['template'],
  subject: string,
  link: string,
  label: string,
  [greeting, request, note]: [string, string, string],
): Mail {
  const anchor = `<a href="${escapeHtml(link)}">${escapeHtml(label)}</a>`
  return {
    template,
    subject,
    text: `${[greeting, request, link, note].join('\n\n')}\n`,
    html: [escapeHtml(greeting), escapeHtml(request), anchor, escapeHtml(note)].map(paragraph).join('\n'),
  }
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
