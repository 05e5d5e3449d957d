import { renderMail, type Mail } from '../../../messages/mail/mails.ts'

type Given = { product: string; login: string; link: string; due_at: number }

/** Says that somebody waits to sign in without the second factor, until when, and how to stop that. `due_at` in ms. */
export function recoveryMail({ product, login, link, due_at }: Given): Mail {
  const due = `${new Date(due_at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return renderMail('second_factor_recovery', `Someone asks to sign in to ${product} without your passkey`, [
    `Hi ${login},`,
    `Someone who can sign in to your ${product} account says that they have neither a passkey nor a recovery code. From ${due} on, signing in turns two-step sign-in off.`,
    'If this is you, wait until then and sign in again. Signing in with a passkey or a recovery code ends the wait.',
    'If this is not you, stop it, and then choose a new password:',
    { label: 'Stop it', link },
    'We write again every day until then.',
  ])
}
