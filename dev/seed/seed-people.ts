import { and, eq, isNull } from 'drizzle-orm'
import {
  activity_log,
  configurations,
  enablements as enablementsTable,
  live_configurations,
} from '../../worker/db/schema/applets.ts'
import { hashPassword } from '../../worker/users/accounts/password-hash.ts'
import { users } from '../../worker/db/schema/accounts.ts'
import { DEFAULT_SCRYPT_N } from '../../worker/system/context/settings/sign-in-settings.ts'
import { hookColumns, type HookColumns } from '../../worker/system/secrets/hook-key.ts'
import { subscriptions as subscriptionsTable } from '../../worker/db/schema/billing.ts'
import type { Db } from '../../worker/system/d1/client.ts'
import { demoIds, demoPeriod } from './billing/demo-period.ts'
import { inBatches } from './write-in-batches.ts'
import { demoEnablements, demoHookKey, DEMO_PASSWORD, demoPeople, demoSubscriptions } from './demo-people.ts'
import { appletId } from './seed-applets.ts'
import { DAY, HOUR } from '../../worker/contract/shared/durations.ts'

/** Seeds people and their subscriptions. Existing ones stay. */
export async function seedUsers(db: Db, now: number): Promise<void> {
  const known = new Set((await db.select({ id: users.id }).from(users)).map(({ id }) => id))
  const fresh = demoPeople.filter(({ id }) => !known.has(id))
  // All share one password, which every start prints, so one hash is enough.
  const password_hash = fresh.length > 0 ? await hashPassword(DEMO_PASSWORD, DEFAULT_SCRYPT_N) : null
  const rows = fresh.map(({ trial_used, ...person }) => ({
    ...person,
    code: `demo-${person.id.replace('usr_', '')}`,
    password_hash,
    email_verified_at: now - 90 * DAY,
    trial_used_at: trial_used ? now - 60 * DAY : null,
    stripe_customer_id: paysByCard(person.id) ? demoIds(person.id).customer : null,
    created_at: now - 90 * DAY,
    updated_at: now,
  }))
  await inBatches(db, [
    ...rows.map((row) => db.insert(users).values(row).onConflictDoNothing()),
    // People seeded by older versions have no Stripe customer yet.
    ...demoPeople
      .filter(({ id }) => paysByCard(id))
      .map(({ id }) =>
        db
          .update(users)
          .set({ stripe_customer_id: demoIds(id).customer })
          .where(and(eq(users.id, id), isNull(users.stripe_customer_id))),
      ),
    ...demoSubscriptions.map((given) =>
      db.insert(subscriptionsTable).values(subscriptionRow(given, now)).onConflictDoNothing(),
    ),
  ])
}

function paysByCard(user: string): boolean {
  return demoSubscriptions.some((each) => each.user === user && each.payment_type === 'stripe')
}

function subscriptionRow({ user, ...given }: (typeof demoSubscriptions)[number], now: number) {
  const period = demoPeriod(given.payment_interval, now)
  return {
    ...given,
    id: `sub_${user.replace('usr_', '')}`,
    user_id: user,
    stripe_subscription_id: given.payment_type === 'stripe' ? demoIds(user).subscription : null,
    plan_id: given.tier,
    product_id: `prod_${given.tier}`,
    status: 'active' as const,
    card_authenticated: given.payment_type === 'stripe',
    current_period_end: period.end * 1000,
    created_at: period.start * 1000,
    updated_at: now,
  }
}

/** Seeds the Applets that people have, which `seedRuns` runs later. `tokenKeys` encrypts the webhook addresses. */
export async function seedEnablements(db: Db, now: number, tokenKeys: string): Promise<void> {
  const hooks = await demoHooks(tokenKeys)
  const features = await db.select().from(configurations)
  await inBatches(
    db,
    demoEnablements.flatMap(({ user, applet, ...given }, index) => {
      const id = `ena_demo_${index + 1}`
      const applet_id = appletId(applet)
      const since = now - 30 * DAY
      const row = { ...given, ...hooks.get(id), id, user_id: user, applet_id }
      return [
        db
          .insert(enablementsTable)
          .values({ ...row, created_at: since, updated_at: since })
          .onConflictDoNothing(),
        ...demoChanges(given.status, since).map((line, at) =>
          db
            .insert(activity_log)
            .values({ ...line, id: `act_demo_${index + 1}_${at}`, user_id: user, applet_id })
            .onConflictDoNothing(),
        ),
        ...features
          .filter((feature) => feature.applet_id === applet_id)
          .map(({ slug }) => db.insert(live_configurations).values({ enablement_id: id, slug }).onConflictDoNothing()),
      ]
    }),
  )
}

/** The webhook addresses of `hook-to-notification`, by enablement. */
async function demoHooks(tokenKeys: string): Promise<Map<string, HookColumns>> {
  const entries = demoEnablements.map(async ({ user, applet }, index) => {
    if (applet !== 'hook-to-notification') return []
    const owner = { user_id: user, applet_id: appletId(applet) }
    return [[`ena_demo_${index + 1}`, await hookColumns(tokenKeys, owner, demoHookKey(user))] as const]
  })
  return new Map((await Promise.all(entries)).flat())
}

/** Enabled then, and disabled before it could run. */
function demoChanges(status: 'enabled' | 'disabled', since: number) {
  return [
    { kind: 'enabled' as const, created_at: since },
    ...(status === 'disabled' ? [{ kind: 'disabled' as const, created_at: since + HOUR }] : []),
  ]
}
