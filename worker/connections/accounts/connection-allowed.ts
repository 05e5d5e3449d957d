import { sql, type SQL } from 'drizzle-orm'
import { hasTierThat } from '../../db/billing/plan-conditions.ts'
import type { ActorUser, RunnerCtx } from '../../system/context/context.ts'
import { tierConnects } from '../../contract/enablement/enablement-rules.ts'
import { lowestPlanWith } from '../../contract/tiers.ts'
import type { EnablementRules } from '../../contract/upgrade/upgrade.ts'
import { upgradeTitle } from '../../contract/upgrade/upgrade-titles.ts'
import { SENTENCES } from '../../contract/errors.ts'
import type { AppError } from '../../system/errors/app-error.ts'
import { tierRefusal } from '../../system/errors/tier-refusal.ts'
import { connected_accounts, type ServiceRow } from '../../db/schema/connections.ts'

/** The refusal of an account that the tier does not allow. It also suggests disconnecting the other account. */
export function connectionRefusal(rules: EnablementRules): AppError {
  if (rules.block_reason !== 'multi_service_account') return tierRefusal(rules)
  const plan = rules.minimum_tier ?? lowestPlanWith('multi_service_account')
  const title = upgradeTitle(rules.block_reason, { plan, trialDays: null })
  return tierRefusal(rules, SENTENCES.one_account_only(title))
}

/**
 * `tierConnects` in SQL, checked at the moment of writing. An existing account may always be connected again, which
 * repairs it.
 */
export function connectionAllowed(ctx: RunnerCtx, user: ActorUser, service: ServiceRow, account_id: string): SQL {
  const { module_name, minimum_tier } = service
  const own = sql`select 1 from ${connected_accounts} a where a.user_id = ${user.id} and a.module_name = ${module_name}`
  const mayHave = (accounts: number) => hasTierThat((tier) => tierConnects(tier, minimum_tier, accounts), user.id, ctx)
  return sql`(exists (${own} and a.account_id = ${account_id}) or ${mayHave(1)} or (${mayHave(0)} and not exists (${own})))`
}
