import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { openDemoAccount } from '../../dev/seed/open-demo-account.ts'
import { seedAccount } from '../../dev/seed/seed-accounts.ts'
import { connect } from '../../worker/system/d1/client.ts'

/** Connects one person's accounts at these services, with tokens that work: ada's, or those that she has for work. */
export async function connectDemoAccounts(
  { env, standIns }: Stack,
  user: string,
  modules: readonly string[],
  who: 'ada' | 'work' = 'ada',
): Promise<void> {
  const openAccount = openDemoAccount(standIns.services.addresses)
  for (const module_name of modules) {
    await seedAccount(connect(env.DB), { user, module_name, who }, { now: Date.now(), openAccount })
  }
}
