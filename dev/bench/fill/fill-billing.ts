import type { DatabaseSync } from 'node:sqlite'
import { ACTIVITY_KEPT, STRIPE_EVENTS_KEPT } from '../../../worker/contract/limits.ts'
import { DAY } from '../../../worker/contract/shared/durations.ts'
import type { DatabaseSize } from './database-size.ts'
import { countSql, fractionSql, idOf, idSql, timeSql, userNumber } from './filled-users.ts'

/** Rows that the schedule has to work on at its next run, at every size. */
const OPEN = 20

/** Plans that run and plans that ended, and all that money leaves behind. `now` in ms. */
export function fillBilling(database: DatabaseSync, { users }: DatabaseSize, now: number): void {
  const numbers = countSql(10, users)
  const [user, customer] = [idSql('usr', 'n'), `'cus_' || printf('%014d', n)`]
  const end = `cast(${now} + ${fractionSql('n')} * ${30 * DAY} as integer)`
  const insert = `insert into subscriptions (id, user_id, stripe_subscription_id, payment_type, plan_id, tier, product_id, status,
      payment_interval, price_in_cents, card_authenticated, current_period_start, current_period_end, ended_at, card_expires_at, created_at, updated_at)`
  database.exec(`${insert} ${numbers} select ${idSql('sub', 'n')}, ${user}, 'sub_' || printf('%014d', n), 'stripe', 'intermediate_pro',
      'intermediate_pro', 'prod_intermediate_pro', iif(n % 10 = 5, 'active', 'canceled'), 'month', 349, 1, ${end} - ${30 * DAY},
      iif(n % 10 = 5, ${end}, ${now} - ${fractionSql('n')} * ${200 * DAY}), iif(n % 10 = 5, null, ${now} - ${60 * DAY}),
      ${now} + n % 1000 * ${DAY}, ${now} - ${90 * DAY}, ${now} from numbers where n % 10 in (5, 7)`)
  database
    .prepare(
      `${insert} values ('sub_of_much', ?, 'sub_store', 'app_store', 'pro', 'pro', 'prod_pro', 'active', 'year', 9999, 1, ?, ?, null, null, ?, ?)`,
    )
    .run(idOf('usr', userNumber('much')), now, now + 300 * DAY, now, now)
  database.exec(`insert into subscribe_attempts (id, user_id, idempotency_key, request_hash, request, state, stripe_subscription_id, created_at, updated_at)
    ${numbers} select ${idSql('op', 'n')}, ${user}, 'key-' || n, ${idSql('h', 'n')}, '{"price":"price_intermediate_pro_month","payment_method":"pm_1","promotion_code":null,"trial_days":7,"fingerprint":null}',
      iif(n % 10 = 9, 'refused', 'succeeded'), iif(n % 10 = 9, null, 'sub_' || printf('%014d', n)), ${now} - ${90 * DAY}, ${now} - ${90 * DAY}
    from numbers where n % 10 in (5, 7, 9)`)
  database.exec(`insert into trial_cards (fingerprint, user_id, attempt_id, created_at)
    ${numbers} select ${idSql('card', 'n')}, ${user}, ${idSql('op', 'n')}, ${now} from numbers where n % 10 in (5, 7)`)
  database.exec(`insert into trial_promotions (attempt_id, user_id, promotion_code, coupon, price, amount, state, created_at, updated_at)
    ${numbers} select ${idSql('op', 'n')}, ${user}, 'promo_1', '{"id":"welcome20","percent_off":20,"amount_off":null,"products":[],"once":true}',
      'price_intermediate_pro_month', 279, 'kept', ${now}, ${now} from numbers where n % 100 = 5`)
  database.exec(`insert into credit_reviews (id, user_id, customer, state, created_at, updated_at)
    ${numbers} select 'sub_' || printf('%014d', n), ${user}, ${customer}, 'done', ${now}, ${now} from numbers where n % 10 = 7`)
  database.exec(`insert into credit_refunds (id, review_id, user_id, customer, charge, amount, currency, state, stripe_refund_id, created_at, updated_at)
    ${numbers} select ${idSql('crf', 'n')}, 'sub_' || printf('%014d', n), ${user}, ${customer}, 'ch_' || n, 100, 'usd', 'settled', 're_' || n, ${now}, ${now}
    from numbers where n % 10 = 7`)
  const received = timeSql(now, users, STRIPE_EVENTS_KEPT)
  database.exec(`insert into stripe_events (id, type, customer, created_at, received_at, processed_at, attempts, parked)
    ${countSql(0, users)} select ${idSql('evt', 'n')}, 'invoice.paid', 'cus_' || printf('%014d', n / 10 * 10 + 5), ${received}, ${received},
      iif(n % ${Math.max(2, Math.floor(users / OPEN))} = 1, null, ${received}), 1, iif(n % 1000 = 7, 'It names no customer.', null) from numbers`)
  database.exec(`insert into money_mails (id, kind, user_id, subscription, subject, outcome, attempts, created_at)
    ${countSql(0, users)} select ${idSql('mon', 'n')}, 'receipt', ${idSql('usr', `10 + n % ${users - 10}`)}, 'sub_' || printf('%014d', n), 'in_' || n,
      'queued', 1, ${timeSql(now, users, ACTIVITY_KEPT)} from numbers`)
}
