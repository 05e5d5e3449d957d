/** @module-tag long */
import { expect, test } from 'vitest'
import type { ErrorEnvelope } from '../contract/errors.ts'
import type { AppletPageResponse, AppletViewerResponse, UpgradeDetails } from '../contract/applets/applet.ts'
import { TIERS, PLANS, type Tier } from '../contract/tiers.ts'
import type { EnablementRules, UpgradeStep } from '../contract/upgrade/upgrade.ts'
import { call } from '../testing/call-api.ts'
import { aConnectedAccount, anApplet, anEnablement, aService, aStep, aSubscription, signIn } from '../testing/rows.ts'
import { aPlainApplet, anAppletFixture, type AppletFixture } from './testing/stored-applet.fixture.ts'
import { DAY } from '../contract/shared/durations.ts'

/**
 * Every tier × way of paying × need of an Applet (§2.4, §6). The page, REST, GraphQL and a refused request must all
 * give the same answer. Web tests cover what the modal shows.
 */

type Plan = NonNullable<Parameters<typeof aSubscription>[2]>
type Payer = { says: string; tier: Tier; plan: Plan | null; type: 'stripe' | 'app_store' | 'google_play' | null }

const paid = (tier: Plan['tier'], type: 'stripe' | 'app_store' | 'google_play', more: Partial<Plan> = {}): Payer => ({
  says: `${tier} by ${type}${more.status ? `, ${more.status}` : ''}`,
  tier,
  type,
  plan: { tier, payment_type: type, ...more },
})
const free = (says: string, plan: Plan | null): Payer => ({ says, tier: 'free', type: null, plan })
const CHANNELS = ['stripe', 'app_store', 'google_play'] as const

const PAYERS: Payer[] = [
  free('free', null),
  free('free, Pro+ past due for 15 days', { tier: 'pro', status: 'past_due', past_due_since: Date.now() - 15 * DAY }),
  free('free, a trial without a card', { tier: 'pro', status: 'trialing', card_authenticated: false }),
  ...CHANNELS.map((type) => paid('intermediate_pro', type)),
  paid('intermediate_pro', 'stripe', { status: 'trialing', card_authenticated: true }),
  paid('intermediate_pro', 'stripe', { status: 'past_due', past_due_since: Date.now() - DAY }),
  ...CHANNELS.map((type) => paid('pro', type)),
  ...CHANNELS.map((type) => paid('legacy_pro', type)),
]

/** The block on free, Pro, Pro+ and legacy: the reason and the plan that lifts it, or "-" for none. */
const TABLE = `
one action                 | -                                  | -                    | - | -
two actions                | multi_action > intermediate_pro    | -                    | - | -
a query                    | queries > pro                      | queries > pro        | - | -
filter code                | filter_code > pro                  | filter_code > pro    | - | -
two accounts of a service  | multi_service_account > pro        | multi_service_account > pro | - | multi_service_account > pro
a service for Pro          | pro_service_tqas > intermediate_pro | -                   | - | -
a service for Pro+         | pro_service_tqas > pro             | pro_service_tqas > pro | - | -
query and filter code      | applet_features > pro              | applet_features > pro | - | -
one action, slots used up  | applet_quota > intermediate_pro    | applet_quota > pro   | - | -
two actions, slots used up | multi_action > intermediate_pro    | applet_quota > pro   | - | -`
const CASES = TABLE.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([need = '', ...blocks]) => ({ need, blocks }))

/** The titles of the upgrade steps. */
const SAYS: Partial<Record<UpgradeStep, string>> = {
  multi_action: 'Multi-action Applets need Pro',
  queries: 'Queries need Pro+',
  filter_code: 'Filter code needs Pro+',
  multi_service_account: 'Several accounts need Pro+',
  pro_service_tqas: 'This service needs {plan}',
  applet_features: 'This Applet uses {plan} features',
  applet_quota: "You've used all your Applets",
}

const rows = PAYERS.flatMap((payer) =>
  CASES.map(({ need, blocks }) => ({
    payer,
    need,
    block: (blocks[TIERS.indexOf(payer.tier)] ?? '').replace('-', 'nothing'),
  })),
).map((row) => ({ ...row, says: row.payer.says }))

// §6-02
test.each(rows)('$says: blocks an Applet with $need by $block on every route', async (row) => {
  const world = await anAppletFixture()
  const { db, user } = world
  const { payer, need } = row
  if (payer.plan) await aSubscription(db, user, payer.plan)
  const applet = await anAppletWith(world, need)
  if (need.endsWith('used up')) await fillSlots(world, payer.tier)
  const { token: session } = await signIn(db, user, Date.now())
  const rules = rulesOf(row.block)
  const path = `/api/applets/${applet.id}`
  const page = await (await call('GET', path, { session })).json<AppletPageResponse>()
  expect(page.applet).toMatchObject({ enablement_rules: rules })
  const { viewer } = await (await call('GET', `${path}/viewer`, { session })).json<AppletViewerResponse>()
  expect(viewer?.enablement_rules).toEqual(rules)
  const details = await (await call('GET', `${path}/upgrade_details`, { session })).json<UpgradeDetails>()
  expect(details.applet.normalized_applet.enablement_rules).toEqual(rules)
  expect(details.me).toMatchObject({ tier: payer.tier, subscriptionPaymentType: payer.type })
  expect(await graphql(applet.id, session)).toEqual({
    me: { tier: payer.tier },
    normalized_applet: { enablement_rules: rules },
  })
  const created = await call('POST', '/api/applets', { session, body: { id: applet.id } })
  if (!rules.block_user) return expect(created.status).toBe(201)
  expect(created.status).toBe(403)
  expect(await created.json<ErrorEnvelope>()).toEqual(refusalOf(rules))
})

function rulesOf(block: string): EnablementRules {
  const [reason, plan] = block.split(' > ')
  if (plan === undefined) return { block_user: false, minimum_tier: null, block_reason: null }
  // The table holds valid tiers and reasons.
  return { block_user: true, minimum_tier: plan, block_reason: reason } as EnablementRules
}

function refusalOf(rules: EnablementRules) {
  const { block_reason: reason, minimum_tier: plan } = rules
  const message = (reason && SAYS[reason])?.replace('{plan}', plan === 'pro' ? 'Pro+' : 'Pro')
  const code = reason === 'applet_quota' ? 'quota_reached' : 'tier_required'
  return {
    error: {
      type: code,
      code,
      message,
      redirect_to: `/plans?reason=${reason}${plan === 'pro' ? '&plan=pro' : ''}`,
    },
    errors: [{ attribute: 'enablement_rules', message, data: rules }],
  }
}

async function graphql(id: number, session: string) {
  const query = `{ me { tier } normalized_applet(id: "${id}") { enablement_rules { block_user minimum_tier block_reason } } }`
  const { data } = await (await call('POST', '/graphql', { session, body: { query } })).json<{ data: unknown }>()
  return data
}

/** Everything is connected and filled in, so only the tier can block it. */
async function anAppletWith(world: AppletFixture, need: string) {
  const { db, author, user, steps } = world
  const [hook, notify] = [{ step: steps.hook }, { step: steps.notify }]
  const fields = { sheet: 'S1', note: '' }
  const exclusive = async (minimum_tier: 'intermediate_pro' | 'pro') => {
    await aService(db, { module_name: 'airtable', connect_kind: 'none', minimum_tier })
    return { step: await aStep(db, 'airtable', 'trigger', 'new_record') }
  }
  const query = async () => ({ step: await aStep(db, 'feeds', 'query', 'items') })
  switch (need.split(',')[0]) {
    case 'two actions':
      return anApplet(db, author, [hook, notify, notify])
    case 'a query':
      return anApplet(db, author, [hook, await query(), notify])
    case 'filter code':
      return aPlainApplet(world, { filter_code: 'skip()' })
    case 'query and filter code':
      return anApplet(db, author, [hook, await query(), notify], { filter_code: 'skip()' })
    case 'two accounts of a service':
      for (let n = 0; n < 2; n++) await aConnectedAccount(db, user, 'google_sheets')
      return anApplet(db, author, [hook, { step: steps.row, fields, account_slot: 1 }])
    case 'a service for Pro':
      return anApplet(db, author, [await exclusive('intermediate_pro'), notify])
    case 'a service for Pro+':
      return anApplet(db, author, [await exclusive('pro'), notify])
    default:
      return aPlainApplet(world)
  }
}

/** Enables as many Applets as the tier allows, or more than any limit if it has none. */
async function fillSlots(world: AppletFixture, tier: Tier): Promise<void> {
  const slots = PLANS[tier].applets ?? 21
  for (let n = 0; n < slots; n++) {
    await anEnablement(world.db, world.user, await anApplet(world.db, world.author, []))
  }
}
