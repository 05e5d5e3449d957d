import { countTries, type RateLimitRule } from '../../db/rate-limit.ts'
import { requireUser } from '../../system/context/require-user.ts'
import type { Ctx } from '../../system/context/context.ts'
import { notifyUser } from '../notifications/add-notification.ts'

const TEST_PER_USER: RateLimitRule = { rule: 'push_test_user', tries: 10, window: 60 * 60_000 }

/** Sends a notification that shows the user that notifications work. Returns how many browsers it goes to. */
export async function sendTest(ctx: Ctx): Promise<{ browsers: number }> {
  const user = await requireUser(ctx)
  await countTries(ctx, { limit: TEST_PER_USER, whom: user.id })
  const title = ctx.settings.PRODUCT_NAME
  const browsers = await notifyUser(ctx, user.id, { title, body: 'Notifications arrive here.', url: '/my_applets' })
  return { browsers }
}
