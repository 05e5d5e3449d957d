import type { AccountRow } from '../../db/connections/connected-accounts.ts'
import type { ServiceFile } from '../../system/runner-api/program.ts'
import type { RunnerCtx } from '../../system/context/context.ts'
import type { MovableClock } from '../../system/context/movable-clock.ts'
import type { RunnerEnv } from '../../system/context/runner-env.ts'
import type { RunnableService, StepIo } from './service-steps.ts'

/** The catalog of services and their accounts, as Runners and Sources reach these rooms above them. */
export type ServicesPort = {
  /** One of ours, that came with the deployment. */
  findOwnService(module_name: string): RunnableService | null
  /** One that an operator has added, from its file; null, and logged, where that cannot be read. */
  readService(file: ServiceFile): RunnableService | null
  /** The operator's kill switch. */
  isServiceOff(module_name: string): Promise<boolean>
  /** Where the service's API is; empty for our own. */
  addressOf(service: Pick<RunnableService, 'module_name' | 'base_url'>): string
  /** Who we are to the service. */
  appAt(module_name: string): NonNullable<StepIo['app']>
  /** Throws `connection_broken` if the service refuses, `service_unreachable` if it does not answer. */
  refreshAccount(account: AccountRow): Promise<AccountRow>
  /** False, changing nothing, if the account was connected again first. */
  markBroken(account: AccountRow): Promise<boolean>
}

/** The rest of the Worker, as `worker/app` gives it to a Durable Object. */
export type MakeObjectParts = (env: RunnerEnv) => { ctx: RunnerCtx; services: ServicesPort; clock: MovableClock }
