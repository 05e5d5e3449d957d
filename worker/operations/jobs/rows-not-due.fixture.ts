import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import type { Db } from '../../system/d1/client.ts'
import { sql } from 'drizzle-orm'

/** Writes `count` rows into every table that a scheduled task looks at: none of them due at `now` (ms). */
export async function fillWithRowsNotDue(db: Db, now: number, count: number): Promise<void> {
  for (const statement of statements(now)) {
    const series = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`
    await db.run(sql.raw(statement.replace('select', `${series} select`)))
  }
  // Looked at before.
  await db.run(sql`update runners set applied = wanted`)
  await db.run(sql`update subscriptions set lapses_at = null`)
  await db.run(sql`update trial_promotions set due_at = ${now + DAY}`)
  await db.run(sql`update digest_schedule set due_at = ${now + DAY}`)
}

function statements(now: number): string[] {
  const times = `${now}, ${now}`
  return [
    `insert into users (id, email, email_verified_at, login, code, created_at, updated_at)
      select 'u' || i, 'u' || i || '@x.test', 1, 'u' || i, 'c' || i, ${times} from n`,
    `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
      select 's' || i, 'u' || i, 't' || i, ${times}, ${now + DAY} from n`,
    `insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, created_at)
      select 'p' || i, 'u' || i, 's' || i, 'https://push.test/' || i, '', '', ${now} from n`,
    `insert into rate_limits (bucket, count, resets_at) select 'b' || i, 1, ${now + MINUTE} from n`,
    `insert into used_links (jti, used_at, expires_at) select 'j' || i, ${now}, ${now + MINUTE} from n`,
    `insert into email_changes (id, user_id, from_email, to_email, requested_at, expires_at, mail_due_at)
      select 'c' || i, 'u' || i, 'x' || i, 'y' || i, ${now}, ${now + MINUTE}, iif(i % 2, ${now + MINUTE}, null) from n`,
    `insert into security_events (id, user_id, kind, outcome, device, created_at, mail_due_at)
      select 's' || i, 'u' || i, 'new_browser', 'done', 'x', ${now}, iif(i % 2, ${now + MINUTE}, null) from n`,
    `insert into services (module_name, name, short_name, description, brand_color, connect_kind, icon, icon_bw,
        monochrome_image_url, lrg_monochrome_image_url, lrg_variant_image_url)
      select 'github', 'x', 'x', 'x', 'x', 'none', 'x', 'x', 'x', 'x', 'x' from n where i = 1`,
    `insert into applets (id, name, brand_color, author_id, created_at, updated_at)
      select 1, 'x', 'x', 'u1', ${times} from n where i = 1`,
    // Half of them open.
    `insert into applet_reports (id, applet_id, reporter, reason, text, created_at, closed_at)
      select 'r' || i, 1, i, 'spam', '', ${now}, iif(i % 2, null, ${now}) from n`,
    `insert into oauth_clients (id, module_name, server, client, redirect_uri, scopes, endpoints, created_at, updated_at)
      select 'github ' || i, 'github', i, 'x', 'x', 'x', '{}', ${times} from n`,
    `insert into grant_revocations (id, user_id, module_name, account_id, token, created_at, next_at)
      select 'g' || i, 'u' || i, 'github', 'x', 'x', ${now}, ${now + MINUTE} from n`,
    `insert into former_logins (id, login, user_id, expires_at) select 'f' || i, 'old' || i, 'u' || i, ${now + MINUTE} from n`,
    `insert into account_deletions (user_id, requested_at, due_at, take_down, done_at, next_at)
      select 'u' || i, 1, 1, 0, iif(i % 2, 1, null), iif(i % 2, 1, ${now + DAY}) from n`,
    `insert into oidc_states (state_hash, browser_hash, nonce, code_verifier, return_to, expires_at)
      select 'o' || i, '', '', '', '/', ${now + MINUTE} from n`,
    `insert into passkey_challenges (challenge_hash, browser_hash, purpose, expires_at)
      select 'c' || i, '', 'sign_in', ${now + MINUTE} from n`,
    `insert into pending_sign_ins (token_hash, user_id, outcome, password_state, expires_at)
      select 'p' || i, 'u' || i, '{}', 'x', ${now + MINUTE} from n`,
    // Half of them have had all mails.
    `insert into second_factor_recoveries (id, user_id, begun_at, due_at, expires_at, next_mail_at)
      select 'r' || i, 'u' || i, 1, ${now + DAY}, ${now + DAY}, iif(i % 2, ${now + DAY}, null) from n`,
    `insert into ai_creations (user_id, day, count) select 'u' || i, '2026-03-01', 1 from n`,
    `insert into drafts (user_id, version, doc, created_at, updated_at) select 'u' || i, 1, '{}', ${now}, ${now} from n`,
    `insert into messages_sent (id, channel, template, user_id, recipient_hash, sent_at)
      select 'm' || i, 'email', 'x', 'u' || i, 'x', ${now} from n`,
    `insert into activity_log (id, user_id, kind, created_at) select 'a' || i, 'u' || i, 'enabled', ${now} from n`,
    `insert into notifications (id, user_id, effect_key, text, created_at) select 'n' || i, 'u' || i, 'k', '', ${now} from n`,
    `insert into digest_lines (id, user_id, effect_key, text, created_at, sent_at)
      select 'd' || i, 'u' || i, 'k', '', ${now}, iif(i % 2, ${now}, null) from n`,
    `insert into runners (user_id, runner_id, wanted, applied, wake_by)
      select 'u' || i, 'r' || i, 5, 5, ${now + MINUTE} from n`,
    // Handled, waiting in the queue, and given up.
    `insert into stripe_events (id, type, created_at, received_at, processed_at) select 'e' || i, 'x', ${times}, ${now} from n`,
    `insert into stripe_events (id, type, created_at, received_at, attempts) select 'g' || i, 'x', ${times}, 100 from n`,
    // Half of them paid yearly, and renewing in two months and later; and plans that ended long ago.
    `insert into subscriptions (id, user_id, stripe_subscription_id, payment_type, plan_id, tier, product_id, status,
        payment_interval, price_in_cents, current_period_start, current_period_end, created_at, updated_at)
      select 'l' || i, 'u' || i, 'sl' || i, 'stripe', 'pro', 'pro', 'x', 'active', iif(i % 2, 'year', 'month'), 349,
        ${now - DAY}, ${now} + (60 + i % 300) * ${DAY}, ${times} from n`,
    `insert into subscriptions (id, user_id, stripe_subscription_id, payment_type, plan_id, tier, product_id, status,
        payment_interval, price_in_cents, ended_at, created_at, updated_at)
      select 'o' || i, 'u' || i, 'so' || i, 'stripe', 'pro', 'pro', 'x', 'canceled', 'month', 349, 1, 1, 1 from n`,
    `insert into subscribe_attempts (id, user_id, idempotency_key, request_hash, request, state, created_at, updated_at)
      select 'a' || i, 'u' || i, 'a', 'x', '{}', 'succeeded', 1, 1 from n`,
    `insert into subscribe_attempts (id, user_id, idempotency_key, request_hash, request, state, created_at, updated_at)
      select 'b' || i, 'u' || i, 'b', 'x', '{}', 'awaiting', ${times} from n`,
    `insert into trial_promotions (attempt_id, user_id, promotion_code, coupon, price, amount, state, created_at, updated_at)
      select 'a' || i, 'u' || i, 'x', '{}', 'x', 1, iif(i % 2, 'given', 'kept'), 1, 1 from n`,
    `insert into credit_reviews (id, user_id, customer, state, created_at, updated_at)
      select 'r' || i, 'u' || i, 'x', iif(i % 2, 'open', 'done'), ${times} from n`,
    `insert into money_mails (id, kind, user_id, subscription, subject, outcome, leased_until, attempts, created_at)
      select 'm' || i, 'receipt', 'u' || i, 'x', i, iif(i % 2, null, 'queued'), 0, 100, ${now} from n`,
  ]
}
