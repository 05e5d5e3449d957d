import type { Job } from '../../../worker/contract/jobs/jobs.ts'
import { HOUR } from '../../../worker/contract/shared/durations.ts'
import { FIRST_APPLET, idOf, userNumber } from '../fill/filled-users.ts'
import { budget, type Budget, type JobPath, type Path, type Scene } from './path.ts'

const MUCH = idOf('usr', userNumber('much'))
const LITTLE = idOf('usr', userNumber('little'))
const EVERY_KIND: Record<Job['kind'], (scene: Scene) => Job> = {
  mail: () => ({
    kind: 'mail',
    id: 'job_bench',
    template: 'applet',
    user_id: LITTLE,
    to: 'person2@filled.test',
    subject: 'One',
    text: 'One line',
    html: '<p>One line</p>',
  }),
  push: () => ({
    kind: 'push',
    id: 'job_push',
    subscription_id: 'push_unknown',
    message: { title: 'One', body: 'Line', url: '/' },
  }),
  stripe_event: ({ notes }) => ({ kind: 'stripe_event', id: notes.get('waiting event') }),
  abandoned_checkout: () => ({
    kind: 'abandoned_checkout',
    id: 'job_abandoned',
    user_id: LITTLE,
    plan_id: 'intermediate_pro',
  }),
  poll_now: ({ notes }) => ({
    kind: 'poll_now',
    id: 'job_poll',
    polls: [{ runner_id: notes.get('runner'), identity: notes.get('identity') }],
  }),
  scheduled_task: ({ now }) => ({
    kind: 'scheduled_task',
    id: 'job_task',
    task: 'purge',
    before: now,
    until: now + HOUR,
  }),
  search_index: () => ({ kind: 'search_index', id: 'job_index', applet_id: FIRST_APPLET }),
  // The last portion: each earlier one reads 200 rows by their ids and queues the next.
  reseal: () => ({ kind: 'reseal', id: 'job_reseal', part: 'users', after: '~', sealed: 0 }),
  customer_details: () => ({ kind: 'customer_details', id: 'job_details', user_id: LITTLE }),
  credit_review: ({ notes }) => ({ kind: 'credit_review', id: notes.get('review') }),
}

const JOB_BUDGETS: Record<Job['kind'], Budget> = {
  mail: budget(2, 2, 2, 6),
  push: budget(1, 1, 0),
  stripe_event: budget(13, 38, 550, 45),
  abandoned_checkout: budget(3, 5, 11, 6),
  poll_now: budget(1, 1, 2),
  scheduled_task: budget(1, 24, 25000, 170),
  search_index: budget(3, 3, 29, 4),
  customer_details: budget(1, 1, 1),
  credit_review: budget(3, 3, 4, 4),
  reseal: budget(3, 3, 6),
}

function jobPath(kind: Job['kind']): JobPath {
  return { kind: 'job', name: `job ${kind}`, before: noteJobs, budget: JOB_BUDGETS[kind], job: EVERY_KIND[kind] }
}

const CRON_BUDGETS: Record<string, Budget> = {
  '* * * * *': budget(185, 470, 6300, 680),
  '*/15 * * * *': budget(980, 2300, 25000, 4000),
  '3-59/15 * * * *': budget(300, 780, 9800, 1800),
  // In the first quarter of an hour of a day it also looks at the tables.
  '6-59/15 * * * *': budget(7, 8, 330),
  // Goes on, portion after portion, until all subscriptions are read again.
  '9-59/15 * * * *': budget(4000, 12_000, 250_000, 50_000),
  '12-59/15 * * * *': budget(1300, 1800, 15000, 4300),
}

/** What runs without a caller: the queue's jobs and the clock's cron triggers, over what a quarter of an hour leaves. */
export const backgroundPaths: Path[] = [
  ...(Object.keys(EVERY_KIND) as Job['kind'][]).map(jobPath),
  ...Object.entries(CRON_BUDGETS).map(([cron, most]): Path => ({
    kind: 'cron',
    name: `cron ${cron}`,
    cron,
    before: letAlarmsBeLate,
    budget: most,
  })),
]

/** The Runners that the calls before have made did not wake at their time. */
function letAlarmsBeLate({ db, now }: Scene): Promise<unknown> {
  return db
    .prepare('update runners set wake_by = ? where runner_id is not null')
    .bind(now - HOUR)
    .run()
}

/** What the jobs are about: rows that wait for them. */
const WAITING: Record<string, string> = {
  'waiting event': `select id from stripe_events where processed_at is null and parked is null order by id limit 1`,
  runner: `select runner_id from runners where user_id = '${MUCH}'`,
  identity: `select identity from trigger_identities where user_id = '${MUCH}' order by identity limit 1`,
  review: `select id from credit_reviews where state = 'open' limit 1`,
}
const OPEN_REVIEW = `insert or ignore into credit_reviews (id, user_id, customer, created_at, updated_at)
  values ('sub_ended', 'usr_proplus', 'cus_demo_proplus', ?1, ?1)`

async function noteJobs({ db, notes, now }: Scene): Promise<void> {
  await db.prepare(OPEN_REVIEW).bind(now).run()
  for (const [name, query] of Object.entries(WAITING))
    notes.set(name, String(Object.values((await db.prepare(query).first()) ?? {})[0]))
}
