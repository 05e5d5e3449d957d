/** The row of `cursors` that stands while customers are read again. Its value: the last one read, or empty. */
export const AFTER_RESTORE = 'after_restore'

/**
 * The writes of `npm run operate -- after-restore`, as one batch. The cron trigger of each minute then reads Stripe's
 * customers again (reread-customers.ts). Stripe's events count as read: their mails went out before the restore.
 * Files of added services get a version that no Runner can have yet, because each takes only what is newer.
 */
export const RESTORE_MARKS: readonly string[] = [
  `insert into cursors (name, value) values ('${AFTER_RESTORE}', '') on conflict (name) do update set value = ''`,
  `update cursors set value = cast(cast(unixepoch('subsec') * 1000 as integer) as text) where name = 'stripe_events'`,
  'update service_files set version = version + 1000',
]

/**
 * Marks 5,000 Runners, until none is left, so that the cron trigger of each minute sends them their programs: a Runner
 * may have been told more than D1 now knows, and takes only what is newer. `since`: when the restore was noticed, in ms.
 */
export function markRunners(since: number): string {
  return `update runners set wanted = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)), retry_at = null
    where user_id in (select user_id from runners where wanted < ${since} and deleted_at is null limit 5000) returning user_id`
}
