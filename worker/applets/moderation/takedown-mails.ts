import { and, asc, eq, lte, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { Settings } from '../../system/context/env.ts'
import { isFormerUser } from '../../contract/accounts/former-author.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { users } from '../../db/schema/accounts.ts'
import { takedown_mails } from '../../db/schema/moderation.ts'
import { log } from '../../system/log/log.ts'
import { sendMail } from '../../messages/mail/send-mail.ts'
import { renderMail, type Mail } from '../../messages/mail/mails.ts'

const MAILS_AT_ONCE = 20
const AGAIN = 15 * MINUTE

type Noted = { user_id: string; applet_name: string | null; reason: string }

/** The statement that notes a mail, for the batch of its change, which `marked` is the condition of. */
export function noteTakedownMail(ctx: Ctx, { user_id, applet_name, reason }: Noted, marked: SQL) {
  return ctx.db.insert(takedown_mails).select(
    ctx.db
      .select({
        id: sql<string>`${ctx.id('tdm')}`.as('id'),
        user_id: users.id,
        applet_name: sql<string | null>`${applet_name}`.as('applet_name'),
        reason: sql<string>`${reason}`.as('reason'),
        due_at: sql<number>`${ctx.now()}`.as('due_at'),
      })
      .from(users)
      .where(and(eq(users.id, user_id), marked)),
  )
}

/** Queues the mails to authors that are due by `before` (ms). Returns whether more are left. */
export async function sendTakedownMails(ctx: Ctx, before: number): Promise<boolean> {
  const { db } = ctx
  const rows = await db
    .select({ mail: takedown_mails, user: { id: users.id, email: users.email, login: users.login } })
    .from(takedown_mails)
    // Not an inner join: few mails wait, and the planner would begin with the users.
    .leftJoin(users, eq(users.id, takedown_mails.user_id))
    .where(lte(takedown_mails.due_at, before))
    .orderBy(asc(takedown_mails.due_at))
    .limit(MAILS_AT_ONCE)
  for (const { mail, user } of rows) {
    const isIt = eq(takedown_mails.id, mail.id)
    try {
      // A second job has the same id, and sends nothing. A deleted account is not written to.
      if (user && !isFormerUser(user))
        await sendMail(ctx, user, takedownMail(ctx.settings, user, mail), `job_${mail.id}`)
      await db.delete(takedown_mails).where(isIt)
    } catch (error) {
      log('error', 'mail_not_queued', { template: 'taken_down', user_id: mail.user_id, message: String(error) })
      // It comes again later, behind the others.
      await db
        .update(takedown_mails)
        .set({ due_at: ctx.now() + AGAIN })
        .where(isIt)
    }
  }
  return rows.length === MAILS_AT_ONCE
}

type Said = { applet_name: string | null; reason: string }

/** Tells an author what was taken down and why, and where to appeal. */
function takedownMail(
  { PRODUCT_NAME: product, SUPPORT_URL: support }: Pick<Settings, 'PRODUCT_NAME' | 'SUPPORT_URL'>,
  { login }: { login: string },
  { applet_name, reason }: Said,
): Mail {
  const what = applet_name === null ? 'all your Applets' : `your Applet “${applet_name}”`
  const [subject, isNow] =
    applet_name === null
      ? [`Your Applets were taken down from ${product}`, 'They no longer run for anyone, and you cannot publish.']
      : [`An Applet of yours was taken down from ${product}`, 'It no longer runs for anyone, and nobody can find it.']
  return renderMail('taken_down', subject, [
    `Hi ${login},`,
    `We have taken down ${what}. ${isNow}`,
    `The reason: ${reason}`,
    'If you think this is wrong, please tell us.',
    { label: 'Ask us to look again', link: support },
  ])
}
