import { sql } from 'drizzle-orm'
import { account_deletions } from '../../db/schema/account-changes.ts'
import { users } from '../../db/schema/accounts.ts'
import type { Ctx } from '../../system/context/context.ts'
import { keyedHash } from '../../system/secrets/keyed-hash.ts'
import { messages_sent } from '../../db/schema/messages.ts'

type Sent = Pick<typeof messages_sent.$inferInsert, 'id' | 'channel' | 'template'> & {
  user_id: string
  to: string
}

/** Records that a message went out, without its recipient. A second record with the same id changes nothing. */
export async function recordSent(ctx: Ctx, { user_id, to, ...message }: Sent): Promise<void> {
  await ctx.db
    .insert(messages_sent)
    .values({
      ...message,
      // Null if the account is gone or about to be erased; a failing insert would send the mail again and again.
      user_id: sql`(select ${users.id} from ${users} where ${users.id} = ${user_id} and not exists
        (select 1 from ${account_deletions} d where d.user_id = ${users.id} and d.begun_at is not null))`,
      recipient_hash: await keyedHash(ctx.settings, `recipient:${to}`),
      sent_at: ctx.now(),
    })
    .onConflictDoNothing()
}
