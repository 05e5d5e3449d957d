import { renderMail, type Mail } from '../../../messages/mail/mails.ts'

type Given = { product: string; login: string; link: string }

/** To the new address: confirms it. */
export function confirmEmailChangeMail({ product, login, link }: Given): Mail {
  return renderMail('email_change', `Confirm your new email address for ${product}`, [
    `Hi ${login},`,
    `You asked to use this address for your ${product} account. Open the link where you are signed in:`,
    { label: 'Use this email address', link },
    'The link works once, for 24 hours. If you did not ask for this, you can ignore this email: nothing changes.',
  ])
}

/** To the old address, with the way back. */
export function emailChangedMail({ product, login, link, to }: Given & { to: string }): Mail {
  return renderMail('email_changed', `Your ${product} email address was changed`, [
    `Hi ${login},`,
    `Your ${product} account now uses ${to}. We no longer write to this address.`,
    'If this was not you, this link takes the change back and signs everyone out:',
    { label: 'Undo this change', link },
    'The link works for 7 days.',
  ])
}

/** To the new address. */
export function emailIsNewMail({ product, login, from }: Omit<Given, 'link'> & { from: string }): Mail {
  return renderMail('email_changed', `This is now your ${product} email address`, [
    `Hi ${login},`,
    `Your ${product} account used ${from} until now. From now on you sign in with this address.`,
  ])
}

/** To the address that an undone change gave up. */
export function emailChangeUndoneMail({ product, login }: Omit<Given, 'link'>): Mail {
  return renderMail('email_changed', `Your ${product} email address is as before`, [
    `Hi ${login},`,
    `Somebody with access to the earlier address took the change back. Your ${product} account uses that address again.`,
  ])
}
