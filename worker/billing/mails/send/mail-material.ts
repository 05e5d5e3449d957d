import type Stripe from 'stripe'
import type { Ctx } from '../../../system/context/context.ts'
import { BILLING_PATH, invoicePath } from '../../../contract/billing/billing-overview.ts'
import { billingQuestionPath } from '../../../contract/billing/money-mail.ts'
import { PLANS } from '../../../contract/tiers.ts'
import { type MailPart, dayInMail } from '../../../messages/mail/mails.ts'
import type { OwedMail } from '../../../db/billing/noted-money-mails.ts'
import type { SubscriptionRow } from '../../../db/billing/user-subscriptions.ts'

/** A mail's subject and paragraphs. `wait`: it cannot be said yet; `dropped`: it is no longer true. */
export type Draft = { subject: string; parts: MailPart[] } | 'wait' | 'dropped'

/** All that a mail is written from. */
export type Material = OwedMail & { ctx: Ctx; stripe: Stripe }

/** Paid for, or on a trial whose card is authenticated. */
export function isRunning({ status, card_authenticated }: SubscriptionRow): boolean {
  return status === 'active' || (status === 'trialing' && card_authenticated)
}

/** "April 1, 2026", in the user's zone. */
export function dayFor({ user }: Pick<Material, 'user'>, at: number): string {
  return dayInMail(at, user.timezone)
}

/** "Switchyard Pro" */
export function planFor({ ctx, held }: Pick<Material, 'ctx' | 'held'>): string {
  const product = ctx.settings.PRODUCT_NAME
  return held ? `${product} ${PLANS[held.tier].name}` : product
}

function linkTo({ ctx }: Pick<Material, 'ctx'>, label: string, path: string): MailPart {
  return { label, link: ctx.settings.SITE_ORIGIN + path }
}

/** None while the account is being deleted: it shows no receipts. */
export function receiptLink(given: Material, label: string, invoice: string): MailPart[] {
  return given.user.deletes_at === null ? [linkTo(given, label, invoicePath(invoice))] : []
}

export function cancelLink(given: Material): MailPart {
  return linkTo(given, 'Cancel your plan', billingQuestionPath('cancel'))
}

export function cardLink(given: Material, label: string): MailPart {
  return linkTo(given, label, billingQuestionPath('card'))
}

export function billingLink(given: Material, label: string): MailPart {
  return linkTo(given, label, BILLING_PATH)
}
