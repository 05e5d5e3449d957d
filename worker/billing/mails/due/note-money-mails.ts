import { sql } from 'drizzle-orm'
import { users } from '../../../db/schema/accounts.ts'
import type { Ctx } from '../../../context/context.ts'
import { money_mails } from '../../../db/schema/money-mails.ts'

/** `customer`: Stripe's id of the user who gets the mail. */
type Wanted = Pick<typeof money_mails.$inferInsert, 'kind' | 'subscription' | 'subject'> & { customer: string }

/** Notes mails, all or none, in one round trip; nothing for an unknown customer, or for a mail noted before. */
export async function noteMoneyMails(ctx: Ctx, mails: readonly Wanted[]): Promise<void> {
  const [first, ...rest] = mails.map(({ customer, kind, subscription, subject }) =>
    ctx.db
      .insert(money_mails)
      .select(
        sql`select ${ctx.id('mon')}, ${kind}, ${users.id}, ${subscription}, ${subject}, null, null, 0, 0, ${ctx.now()}
          from ${users} where ${users.stripe_customer_id} = ${customer}`,
      )
      .onConflictDoNothing(),
  )
  if (first) await ctx.db.batch([first, ...rest])
}
