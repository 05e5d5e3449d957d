import { renderMail, type Mail } from '../../messages/mails.ts'
import { sha256 } from '../../secrets/hashes.ts'

type Given = { product: string; login: string }

/** The job's id of a mail about a deletion, which a repetition has too. What is kept of a sent mail names nobody. */
export async function deletionMailId(
  template: 'account_deletion' | 'account_deleted',
  { user_id, requested_at }: { user_id: string; requested_at: number },
): Promise<string> {
  return `job_${await sha256(`${template}:${user_id}:${requested_at}`)}`
}

/**
 * Says what was deleted and until when it can come back. `due`: the day, in words. `store`: who bills the plan, if a
 * store does. `plan_ended`: it was not paid, so it ended at once. `refund`: what is refunded of a year on that day, in words.
 */
export function deletionMail({
  product,
  login,
  link,
  due,
  store,
  plan_ended,
  refund,
}: Given & {
  link: string
  due: string
  store: string | null
  plan_ended: boolean
  refund: string | null
}): Mail {
  return renderMail('account_deletion', `Your ${product} account will be deleted on ${due}`, [
    `Hi ${login},`,
    `You asked us to delete your ${product} account. Your Applets are paused and you are signed out everywhere. On ${due} we delete everything.`,
    ...(store
      ? [`Your plan is billed by ${store}. Only you can end it there. Please do so, or you will be charged again.`]
      : []),
    ...(plan_ended ? ["Your plan has ended, and you won't be charged for it again."] : []),
    ...(refund ? [`Your plan ends on that day, too. We refund ${refund} of your year to the card that paid.`] : []),
    plan_ended
      ? 'Did you change your mind, or was this not you? This link brings your account back, without the plan:'
      : 'Did you change your mind, or was this not you? This link brings everything back:',
    { label: 'Keep my account', link },
    `Until then you can sign in to download your data. After ${due}, nobody can bring it back.`,
  ])
}

export function accountDeletedMail({ product, login }: Given): Mail {
  return renderMail('account_deleted', `Your ${product} account is deleted`, [
    `Hi ${login},`,
    `We deleted your ${product} account and what belonged to it. This is our last email to you.`,
  ])
}
