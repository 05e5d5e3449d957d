import { Hono } from 'hono/tiny'
import { appLinkInput } from '../../contract/messages/app-link-input.ts'
import {
  remindersInput,
  remindersQuery,
  unsubscribeInput,
  unsubscribeQuery,
} from '../../contract/messages/reminder-input.ts'
import { UNSUBSCRIBE_PATH } from '../../contract/messages/reminder-setting.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { limitBody } from '../../system/http/request-body.ts'
import { validate } from '../../system/http/validate.ts'
import { readReminders } from './read-reminders.ts'
import { sendAppLink } from './send-app-link.ts'
import { setReminders } from './set-reminders.ts'

export const messageRoutes = new Hono<HonoEnv>()
  .post('/app_links', validate('json', appLinkInput), async (c) =>
    c.json(await sendAppLink(c.get('ctx'), c.req.valid('json'))),
  )
  .get('/reminders', validate('query', remindersQuery), async (c) =>
    c.json(await readReminders(c.get('ctx'), c.req.valid('query'))),
  )
  .patch('/reminders', validate('json', remindersInput), async (c) =>
    c.json(await setReminders(c.get('ctx'), c.req.valid('json'))),
  )

/**
 * For mail programs (RFC 8058) and our page's form, which works without JavaScript. Both have only the link's token.
 */
export const unsubscribeRoutes = new Hono<HonoEnv>().post(
  UNSUBSCRIBE_PATH,
  limitBody,
  validate('query', unsubscribeQuery),
  validate('form', unsubscribeInput),
  async (c) => {
    const { token } = c.req.valid('query')
    const form = c.req.valid('form')
    const reminders = 'reminders' in form && form.reminders === 'on'
    const answer = await setReminders(c.get('ctx'), { token, reminders })
    // A reader is redirected to the current setting; a mail program must not be redirected (RFC 8058).
    return 'reminders' in form
      ? c.redirect(`${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`, 303)
      : c.json(answer)
  },
)
