import { expect, test } from 'vitest'
import { UPGRADE_STEPS, type UpgradeStep } from '../../../../worker/contract/upgrade/upgrade.ts'
import { htmlOf } from '../../../testing/page.fixture.tsx'
import { modal } from '../modal-data/subscription-modal.fixture.ts'
import { USERS } from './upgrade-viewers.fixture.ts'
import { upgradeOf } from './upgrade-content.ts'
import { headOf } from './upgrade-head-words.ts'
import { UpgradeHead } from './upgrade-head.tsx'

const AROUND = { product: 'Switchyard', editing: false }
const TRIAL = { eligible_for_trial: true, eligible_trial_period: 7 }

/** Step | plan | title | title with a trial of seven days | badge | copy. */
const TABLE = `
applet_quota | Pro | You've used all your Applets | Try Pro free for 7 days to enable more | Needs Pro | Pro has room for 20 Applets. Your current Applets stay as they are.
applet_quota | Pro+ | You've used all your Applets | Try Pro+ free for 7 days to enable more | Needs Pro+ | Pro+ has room for any number of Applets. Your current Applets stay as they are.
applet_features | Pro | This Applet uses Pro features | Try Pro free for 7 days to use it | Needs Pro | It uses several features that your plan does not include. Pro has them all.
applet_features | Pro+ | This Applet uses Pro+ features | Try Pro+ free for 7 days to use it | Needs Pro+ | It uses several features that your plan does not include. Pro+ has them all.
default | Pro+ | Get more with Pro+ | Try Pro+ free for 7 days | Pro+ | As many Applets as you like, with queries, filter code and every exclusive service.
default_pro | Pro | Get more with Pro | Try Pro free for 7 days | Pro | Pro has room for 20 Applets. Each can do several things at once.
convert_pro_plus_applet | Pro+ | Make this a Pro+ Applet | Try Pro+ free for 7 days to convert it | Needs Pro+ | It can then look things up with queries and decide with filter code.
plan_upgrade | Pro | Upgrade your plan | Try Pro free for 7 days | Pro | Pro replaces your plan as soon as you upgrade.
plan_upgrade | Pro+ | Upgrade your plan | Try Pro+ free for 7 days | Pro+ | Pro+ replaces your plan as soon as you upgrade.
action | Pro | This action needs Pro | Try Pro free for 7 days to use it | Needs Pro | It belongs to a service that comes with Pro.
action | Pro+ | This action needs Pro+ | Try Pro+ free for 7 days to use it | Needs Pro+ | It belongs to a service that comes with Pro+.
trigger | Pro | This trigger needs Pro | Try Pro free for 7 days to use it | Needs Pro | It belongs to a service that comes with Pro.
trigger | Pro+ | This trigger needs Pro+ | Try Pro+ free for 7 days to use it | Needs Pro+ | It belongs to a service that comes with Pro+.
queries | Pro+ | Queries need Pro+ | Try Pro+ free for 7 days to use queries | Needs Pro+ | A query looks something up while the Applet runs, for its actions to use.
pro_service_tqas | Pro | This service needs Pro | Try Pro free for 7 days to use it | Needs Pro | It comes with Pro, and so do all of its triggers and actions.
pro_service_tqas | Pro+ | This service needs Pro+ | Try Pro+ free for 7 days to use it | Needs Pro+ | It comes with Pro+, and so do all of its triggers and actions.
filter_code | Pro+ | Filter code needs Pro+ | Try Pro+ free for 7 days to use filter code | Needs Pro+ | Conditions count as filter code. They decide on each run whether an action runs.
multi_service_account | Pro+ | Several accounts need Pro+ | Try Pro+ free for 7 days to add accounts | Needs Pro+ | Connect a service once for work and once for home, or as often as you like.
multi_action | Pro | Multi-action Applets need Pro | Try Pro free for 7 days to use them | Needs Pro | One trigger starts several actions, all in the same run.
multi_action | Pro+ | Multi-action Applets need Pro+ | Try Pro+ free for 7 days to use them | Needs Pro+ | One trigger starts several actions, all in the same run.
holiday | Pro | Get 23% off Pro | Get 23% off Pro | Pro | 23% off your first payment. Pro has room for 20 Applets. Each can do several things at once.
ai_maker_rate_limit | Pro | You've reached today's AI limit | Try Pro free for 7 days for more | Needs Pro | With Pro it makes up to 50 Applets a day.
ai_maker_rate_limit | Pro+ | You've reached today's AI limit | Try Pro+ free for 7 days for more | Needs Pro+ | With Pro+ it makes up to 500 Applets a day.`
const ROWS = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [step = '', plan = '', title = '', trial = '', badge = '', copy = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    return {
      step: stepOf(step),
      plan,
      sold: plan === 'Pro' ? 'intermediate_pro' : 'pro',
      title,
      trial,
      badge,
      copy,
    } as const
  })

function stepOf(name: string): UpgradeStep {
  const step = UPGRADE_STEPS.find((known) => known === name)
  if (!step) throw new Error(`${name} is not a step.`)
  return step
}

test('the table covers every step', () => {
  expect(new Set(ROWS.map(({ step }) => step))).toEqual(new Set(UPGRADE_STEPS))
})

// §2.4-01 §2.4-25 §2.4-32 §2.4-36
// §2.4-36 §2.4-51
test.each(ROWS)('$step, $plan: "$title", with a trial "$trial"', (row) => {
  const { step, sold: plan, title, trial, badge, copy } = row
  const base = { title, badge, copy, reason: null, warning: null }
  const changed = title === trial ? base : { ...base, title: trial, reason: title }
  for (const user of USERS) {
    const upgrade = upgradeOf({ step, plan }, modal({ ...user.viewerPlan, campaign: 'HOLIDAY' }), null)
    const without = headOf(upgrade, modal(user.viewerPlan), AROUND)
    const expected = {
      checkout: [base, changed],
      one_click: [base, base],
      mobile_app: [{ ...base, reason: title, title: 'Upgrade with the Switchyard app', copy: null }],
      unpaid_plan: [
        { ...base, reason: title, title: 'Your last payment is overdue', badge: 'Payment due', copy: null },
      ],
      done: [{ ...base, copy: null }],
      lifted: [],
    }[upgrade.content]
    expect(without, user.who).toEqual(expected[0])
    // Only a free user is offered a trial.
    const viewer = { ...modal(user.viewerPlan), ...(user.viewerPlan.tier === 'free' && TRIAL) }
    expect(headOf(upgrade, viewer, AROUND), user.who).toEqual(expected.at(-1))
  }
})

// §2.4-53
test("names the length of this user's own trial", () => {
  const upgrade = upgradeOf({ step: 'default_pro', plan: 'intermediate_pro' }, modal(), null)
  const head = (days: number) => headOf(upgrade, { eligible_for_trial: true, eligible_trial_period: days }, AROUND)
  expect(head(7).title).toBe('Try Pro free for 7 days')
  expect(head(30).title).toBe('Try Pro free for 30 days')
})

// §8-05
test('shows only "Unknown step" for an unknown step', () => {
  const unknown = JSON.parse('"quantum_leap"')
  const upgrade = upgradeOf({ step: unknown, plan: 'pro' }, modal(), null)
  const nothing = { reason: null, badge: null, copy: null, warning: null }
  expect(headOf(upgrade, modal(TRIAL), AROUND)).toEqual({ title: 'Unknown step', ...nothing })
})

const html = (editing: boolean, content: 'checkout' | 'mobile_app' = 'checkout') => {
  const head = headOf({ step: 'applet_quota', plan: 'pro', content }, TRIAL, { ...AROUND, editing })
  return htmlOf(<UpgradeHead head={head} titleId="title" />)
}

// §2.4-32
test('puts the reason first, then badge, title and copy', () => {
  const at = (text: string) => html(false).indexOf(text)
  const order = [
    'all your Applets',
    'Needs Pro+',
    '<h2 id="title">Try Pro+ free for 7 days to enable more</h2>',
    'Pro+ has room',
  ].map(at)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).not.toContain(-1)
})

// §2.4-01
test('warns an editor that the Applet is not saved yet', () => {
  expect(html(true)).toContain('Your changes to this Applet are not saved yet. They are saved once you have upgraded.')
  expect(html(false)).not.toContain('saved')
  expect(html(true, 'mobile_app')).not.toContain('saved once')
})
