import type { Job } from '../../../worker/contract/jobs/jobs.ts'
import { HOUR } from '../../../worker/contract/shared/durations.ts'
import { FIRST_APPLET, idOf, userNumber } from '../fill/filled-users.ts'
import { budget, type Budget, type JobPath, type Path, type Scene } from './path.ts'

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
  stripe_event: ({ notes }) => ({ kind: 'stripe_event', id: (JSON.parse(notes.get('event')) as { id: string }).id }),
  abandoned_checkout: () => ({
    kind: 'abandoned_checkout',
    id: 'job_abandoned',
    user_id: LITTLE,
    plan_id: 'intermediate_pro',
  }),
  poll_now: () => ({ kind: 'poll_now', id: 'job_poll', polls: [] }),
  search_index: () => ({ kind: 'search_index', id: 'job_index', applet_id: FIRST_APPLET }),
  credit_review: () => ({ kind: 'credit_review', id: 'sub_unknown' }),
}

const JOB_BUDGETS: Record<Job['kind'], Budget> = {
  mail: budget(3, 4, 20, 10),
  push: budget(3, 4, 20, 5),
  stripe_event: budget(12, 30, 200, 40),
  abandoned_checkout: budget(6, 10, 60, 10),
  poll_now: budget(1, 1, 10),
  search_index: budget(3, 3, 30, 10),
  credit_review: budget(4, 6, 20, 5),
}

function jobPath(kind: Job['kind']): JobPath {
  return { kind: 'job', name: `job ${kind}`, budget: JOB_BUDGETS[kind], job: EVERY_KIND[kind] }
}

/** What runs without a caller: the queue's jobs and the clock's cron triggers, over what a quarter of an hour leaves. */
export const backgroundPaths: Path[] = [
  ...(Object.keys(EVERY_KIND) as Job['kind'][]).map(jobPath),
  {
    kind: 'cron',
    name: 'cron * * * * *',
    cron: '* * * * *',
    before: letAlarmsBeLate,
    budget: budget(600, 1500, 6000, 1500),
  },
  { kind: 'cron', name: 'cron */15 * * * *', cron: '*/15 * * * *', budget: budget(600, 2000, 60_000, 30_000) },
  { kind: 'cron', name: 'cron */15 * * * * · again', cron: '*/15 * * * *', budget: budget(600, 2000, 60_000, 30_000) },
]

/** The Runners that the calls before have made did not wake at their time. */
function letAlarmsBeLate({ db, now }: Scene): Promise<unknown> {
  return db
    .prepare('update runners set wake_by = ? where runner_id is not null')
    .bind(now - HOUR)
    .run()
}
