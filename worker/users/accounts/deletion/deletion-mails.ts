import { renderMail, type Mail } from '../../../messages/mail/mails.ts'
import type { EndingPlan, PlanEndInWords } from '../../../system/context/account-parts.ts'
import { sha256 } from '../../../system/secrets/hashes.ts'

type Given = { product: string; login: string }

/** The job's id of a mail about a deletion, which a repetition has too. The record of a sent mail names nobody. */
export async function deletionMailId(
  template: 'account_deletion' | 'account_deleted',
  { user_id, requested_at }: { user_id: string; requested_at: number },
): Promise<string> {
  return `job_${await sha256(`${template}:${user_id}:${requested_at}`)}`
}

/**
 * Says what was deleted, when plan and account end, what is refunded, and until when they can come back. `due`: the
 * account's day, in words.
 */
export function deletionMail({
  product,
  login,
  link,
  due,
  plan,
  refund,
  store,
}: Given & PlanEndInWords & { link: string; due: string }): Mail {
  const back = plan?.last_day === null ? 'your account back, without the plan' : 'everything back'
  return renderMail('account_deletion', `Your ${product} account will be deleted on ${due}`, [
    `Hi ${login},`,
    `You asked us to delete your ${product} account. Your Applets are paused and you are signed out everywhere. On ${due} we delete everything.`,
    ...(plan ? [planEndInWords(plan, due)] : []),
    ...(refund.length > 0 ? [refund.join(' ')] : []),
    ...(store
      ? [`Your plan is billed by ${store}. Only you can end it there. Please do so, or you will be charged again.`]
      : []),
    `Did you change your mind, or was this not you? This link brings ${back}:`,
    { label: 'Keep my account', link },
    `Until then you can sign in to download your data. After ${due}, nobody can bring it back.`,
  ])
}

function planEndInWords({ name, last_day, before_account, no_more_charges }: EndingPlan, due: string): string {
  if (last_day === null) return `${name} has ended${no_more_charges}`
  return before_account
    ? `${name} ends on ${last_day}${no_more_charges}`
    : `${name} does not renew on ${last_day}${no_more_charges} It ends with your account on ${due}.`
}

export function accountDeletedMail({ product, login }: Given): Mail {
  return renderMail('account_deleted', `Your ${product} account is deleted`, [
    `Hi ${login},`,
    `We deleted your ${product} account and what belonged to it. This is our last email to you.`,
  ])
}
