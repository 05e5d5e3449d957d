import { activationPath, resetLoginPath } from '../../../../worker/contract/addresses.ts'
import type { Applet } from '../../../../worker/contract/applets/applet.ts'
import { stepsOfApplet } from '../../../../worker/contract/applets/step-list.ts'
import { MODULES_MAX, type Service } from '../../../../worker/contract/connections/service.ts'
import { returnPath, unconnectedServices, type Viewed } from './connect-state.ts'

// Apart from connect-state.ts, which the page loads before anything is pressed.

export function authenticationUrl(state: Viewed): string {
  return resetLoginPath(returnPath(state))
}

/** Names every unconnected service, once per account that the Applet uses (§4.10). */
export function bulkActivationUrl(state: Viewed): string {
  return activationPath(modulesToConnect(state), returnPath(state))
}

export function modulesToConnect(state: Viewed): string[] {
  const names = unconnectedServices(state).flatMap((service) =>
    Array.from({ length: accountsUsed(state.applet, service) }, () => service.module_name),
  )
  return names.slice(0, MODULES_MAX)
}

function accountsUsed(applet: Applet, { module_name }: Service): number {
  const own = stepsOfApplet(applet).filter((step) => step.service.module_name === module_name)
  return 1 + Math.max(0, ...own.map((step) => step.account_slot))
}
