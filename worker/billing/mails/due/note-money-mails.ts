import { sql } from 'drizzle-orm'
import { users } from '../../../db/schema/accounts.ts'
import type { Ctx } from '../../../context/context.ts'
import { money_mails } from '../../../db/schema/money-mails.ts'

type Wanted = Pick<typeof money_mails.$inferInsert, 'kind' | 'subscription' | 'subject'>

/** Notes mails to the user behind a customer of Stripe; nothing for an unknown customer, or for a mail noted before. */
export async function noteMoneyMails(ctx: Ctx, customer: string, mails: readonly Wanted[]): Promise<void> {
  for (const { kind, subscription, subject } of mails) {
    await ctx.db
      .insert(money_mails)
      .select(
        sql`select ${ctx.id('mon')}, ${kind}, ${users.id}, ${subscription}, ${subject}, null, null, 0, 0, ${ctx.now()}
          from ${users} where ${users.stripe_customer_id} = ${customer}`,
      )
      .onConflictDoNothing()
  }
}
