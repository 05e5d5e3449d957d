import type { RunnerCtx } from '../../system/context/context.ts'
import { draftIdOf } from '../../contract/drafts/draft-runs.ts'
import { readVerifiedUser } from '../../db/messages/sent-messages.ts'
import { addDigestLine } from '../digest/daily-digest.ts'
import { appletMail } from '../mail/mails.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { addNotification } from './add-notification.ts'

/**
 * The effects of the built-in services: a notification, a mail to the user's own address, a line of the daily digest.
 * `key` makes each once.
 */
export type Deliver = {
  notify(message: { key: string; text: string; link: string | null; applet_id: number }): Promise<StepOutcome<null>>
  mail(mail: { key: string; subject: string; text: string; applet_id: number }): Promise<StepOutcome<null>>
  digest(line: { key: string; text: string; copy_to: string | null; applet_id: number }): Promise<StepOutcome<null>>
}

const DONE: StepOutcome<null> = { ok: true, value: null }
const NO_ADDRESS: StepOutcome<null> = {
  ok: false,
  problem: {
    failure: 'input',
    sent: 'no',
    status: null,
    retry_after: null,
    message: 'Your email address is not verified yet. Verify it, then replay this run.',
  },
}

/** How the built-in services reach this user. Each key is done once; what D1 or the queue refuses is thrown. */
export function deliverToUser(ctx: RunnerCtx, user_id: string): Deliver {
  return {
    async notify({ key, applet_id, ...message }) {
      await addNotification(ctx, { user_id, effect_key: key, applet_id: storedApplet(applet_id), ...message })
      return DONE
    },
    async mail({ key, subject, text }) {
      const user = await readVerifiedUser(ctx, user_id)
      if (!user) return NO_ADDRESS
      // The job's id is the effect's key, so a repeat is recognized where mails go out.
      await ctx.queue.send({
        kind: 'mail',
        id: `mail_${key}`,
        user_id,
        to: user.email,
        ...appletMail({ subject, text }),
      })
      return DONE
    },
    async digest({ key, applet_id, ...line }) {
      await addDigestLine(ctx, { user_id, effect_key: key, applet_id: storedApplet(applet_id), ...line })
      return DONE
    },
  }
}

/** A draft that is tried has no Applet yet. */
function storedApplet(applet_id: number): number | null {
  return draftIdOf(applet_id) === null ? applet_id : null
}
