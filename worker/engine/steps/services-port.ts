import type { AccountRow } from '../../db/schema/connections.ts'
import type { RunnableService, StepIo } from './service-steps.ts'

/** The catalog of services and their accounts, as Runners and Sources reach these rooms above them. */
export type ServicesPort = {
  /** One that an operator has added is known after `loadServices`. */
  findService(module_name: string): RunnableService | null
  /** Reads services that an operator has added; our own need no reading. */
  loadServices(module_names: readonly string[]): Promise<void>
  /** The operator's kill switch. */
  isServiceOff(module_name: string): Promise<boolean>
  /** Where the service's API is; empty for our own. */
  addressOf(module_name: string): string
  /** Who we are to the service. */
  appAt(module_name: string): NonNullable<StepIo['app']>
  /** Throws `connection_broken` if the service refuses, `service_unreachable` if it does not answer. */
  refreshAccount(account: AccountRow): Promise<AccountRow>
  /** False, changing nothing, if the account was connected again first. */
  markBroken(account: AccountRow): Promise<boolean>
}
