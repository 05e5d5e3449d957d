import { DatabaseSync } from 'node:sqlite'
import { Stripe } from 'stripe'
import type { RunningStripe } from '../stripe/server/start-stripe.ts'

/** As many as two runs of the schedule look at. */
const SUBSCRIBERS = 50

/**
 * Subscribes at the stand-in those users of the fill whom the schedule looks at first, and writes the ids that Stripe
 * gave into the closed database. The events that wait in D1 are of these customers.
 */
export async function subscribeAtStripe(file: string, { emulator, vars }: RunningStripe): Promise<void> {
  const stripe = new Stripe(vars.STRIPE_SECRET_KEY, {
    httpClient: Stripe.createFetchHttpClient((url: string | URL | Request, init?: RequestInit) =>
      emulator.fetch(new Request(url, init)),
    ),
    telemetry: false,
  })
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  try {
    const first = database
      .prepare(
        `select s.id, s.user_id, s.stripe_subscription_id as at_stripe, u.email from subscriptions s join users u on u.id = s.user_id
         where s.id glob 'sub_0*' and s.status = 'active' and s.payment_type = 'stripe' and u.email glob 'person*' order by s.id limit ${SUBSCRIBERS}`,
      )
      .all()
    const events = database.prepare('select id from stripe_events where processed_at is null order by id').all()
    for (const [at, { id, user_id, at_stripe, email }] of first.entries()) {
      const made = await subscribe(stripe, String(user_id), String(email))
      database.prepare('update users set stripe_customer_id = ? where id = ?').run(made.customer, user_id ?? null)
      database
        .prepare('update subscriptions set stripe_subscription_id = ?, current_period_end = ? where id = ?')
        .run(made.subscription, made.ends, id ?? null)
      database
        .prepare('update subscribe_attempts set stripe_subscription_id = ? where stripe_subscription_id = ?')
        .run(made.subscription, at_stripe ?? null)
      database
        .prepare('update stripe_events set customer = ? where id = ?')
        .run(made.customer, events[at % events.length]?.id ?? null)
    }
    // They came long ago.
    for (const { id } of emulator.store.all('event')) emulator.store.remove('event', id)
  } finally {
    database.close()
  }
}

/** The way a browser and our Worker do. `ends` in ms. */
async function subscribe(stripe: Stripe, user_id: string, email: string) {
  const { id: customer } = await stripe.customers.create({
    email,
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
    metadata: { user_id },
  })
  const { id, items } = await stripe.subscriptions.create({
    customer,
    items: [{ price: 'price_intermediate_pro_month' }],
    metadata: { user_id, tier: 'intermediate_pro' },
    payment_settings: { save_default_payment_method: 'on_subscription' },
  })
  return { customer, subscription: id, ends: (items.data[0]?.current_period_end ?? 0) * 1000 }
}
