import { sql } from 'drizzle-orm'
import { users } from '../../../db/schema/accounts.ts'
import type { Ctx } from '../../../system/context/context.ts'
import { money_mails } from '../../../db/schema/money-mails.ts'

/** `customer`: Stripe's id of the user who gets the mail. */
type Wanted = Pick<typeof money_mails.$inferInsert, 'kind' | 'subscription' | 'subject' | 'before'> & {
  customer: string
}

/** Notes mails, all or none, in one statement; nothing for an unknown customer, or for a mail noted before. */
export async function noteMoneyMails(ctx: Ctx, mails: readonly Wanted[]): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(({ customer, kind, subscription, subject, before = null }) => {
    return [ctx.id('mon'), kind, subscription, subject, customer, before && JSON.stringify(before)]
  })
  await ctx.db
    .insert(money_mails)
    .select(
      sql`select value ->> 0, value ->> 1, ${users.id}, value ->> 2, value ->> 3, value ->> 5, null, 0, 0, ${ctx.now()}
        from json_each(${JSON.stringify(rows)}) join ${users} on ${users.stripe_customer_id} = value ->> 4 where true`,
    )
    .onConflictDoNothing()
}
