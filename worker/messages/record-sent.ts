import { sql } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import type { Db } from '../db/client.ts'
import { hmac } from '../http/crypto.ts'
import { messages_sent } from './tables.ts'

type Sent = Pick<typeof messages_sent.$inferInsert, 'id' | 'channel' | 'template' | 'sent_at'> & {
  user_id: string
  to: string
}

/** Notes that a message went out, without keeping to whom. Once: a second note of one id changes nothing. */
export async function recordSent(db: Db, key: string, { user_id, to, ...message }: Sent): Promise<void> {
  await db
    .insert(messages_sent)
    .values({
      ...message,
      // Null where the account went meanwhile, or else a mail would go out again and again.
      user_id: sql`(select ${users.id} from ${users} where ${users.id} = ${user_id})`,
      recipient_hash: await hmac(key, `recipient:${to}`),
    })
    .onConflictDoNothing()
}
