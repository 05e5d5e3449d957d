import type { Ctx } from '../../system/context/context.ts'
import type { Settings } from '../../system/context/env.ts'
import { isFormerUser } from '../../contract/accounts/former-author.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { deleteTakedownMail, putOffTakedownMail, readDueMails } from '../../db/moderation/takedown-mails.ts'
import { log } from '../../system/log/log.ts'
import { sendMail } from '../../messages/mail/send-mail.ts'
import { renderMail, type Mail } from '../../messages/mail/mails.ts'

const MAILS_AT_ONCE = 20
const AGAIN = 15 * MINUTE

/** Queues the mails to authors that are due by `before` (ms). Returns whether more are left. */
export async function sendTakedownMails(ctx: Ctx, before: number): Promise<boolean> {
  const rows = await readDueMails(ctx, before, MAILS_AT_ONCE)
  for (const { mail, user } of rows) {
    try {
      const written = mail.is_back ? putBackMail : takedownMail
      // A second job has the same id, and sends nothing. A deleted account is not written to.
      if (user && !isFormerUser(user)) await sendMail(ctx, user, written(ctx.settings, user, mail), `job_${mail.id}`)
      await deleteTakedownMail(ctx, mail)
    } catch (error) {
      const template = mail.is_back ? 'put_back' : 'taken_down'
      log('error', 'mail_not_queued', { template, user_id: mail.user_id, message: String(error) })
      // It comes again later, behind the others.
      await putOffTakedownMail(ctx, mail, ctx.now() + AGAIN)
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

/** Tells an author what runs again: they may have asked for it. */
function putBackMail(
  { PRODUCT_NAME: product, SITE_ORIGIN }: Pick<Settings, 'PRODUCT_NAME' | 'SITE_ORIGIN'>,
  { login }: { login: string },
  { applet_name }: Pick<Said, 'applet_name'>,
): Mail {
  const [subject, isBack] =
    applet_name === null
      ? [
          `Your Applets are back on ${product}`,
          'We have put back your Applets. They run again for everyone who has them on, and you can publish.',
        ]
      : [
          `Your Applet is back on ${product}`,
          `We have put back your Applet “${applet_name}”. It runs again for everyone who has it on.`,
        ]
  return renderMail('put_back', subject, [
    `Hi ${login},`,
    isBack,
    { label: 'See your Applets', link: `${SITE_ORIGIN}/my_applets` },
  ])
}
