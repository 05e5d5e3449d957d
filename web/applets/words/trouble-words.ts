import { appletPath, editPath, type AppletAddress } from '../../../worker/contract/addresses.ts'
import type { AppletTrouble } from '../../../worker/contract/applets/applet-trouble.ts'
import { reconnectPath } from '../../../worker/contract/connections/service.ts'
import { stoppedService } from '../../../worker/contract/connections/stopped-service.ts'
import { PAUSE_WORDS } from '../../../worker/contract/applets/pause-words.ts'

/** Of a service's own words, no more than a card has room for. */
const MOST_QUOTED = 200

export type TroubledApplet = AppletAddress & { services: readonly { module_name: string; name: string }[] }
type Repair = { label: string; href: string }

/** What is wrong with an Applet that is on, and the way to repair it; null where it ends by itself. */
export function troubleInWords(
  trouble: AppletTrouble,
  applet: TroubledApplet,
): { says: string; repair: Repair | null } {
  switch (trouble.kind) {
    case 'paused':
      return {
        says: `Paused by itself, because ${PAUSE_WORDS[trouble.why]}.`,
        repair: { label: 'Resume it', href: `${appletPath(applet)}#activity` },
      }
    case 'connection':
      return unconnected(trouble.module_name, applet)
    case 'service_left':
      return { says: `We no longer offer ${nameOf(trouble.module_name, applet)}, so this cannot run.`, repair: null }
    case 'step_gone':
      return {
        says: `${nameOf(trouble.module_name, applet)} no longer has a step of this, so it does not run.`,
        repair: { label: 'Change it', href: editPath(applet) },
      }
    case 'service_stopped':
      return { says: stoppedService(nameOf(trouble.module_name, applet)), repair: null }
    case 'look_failed':
      return {
        says: `Its last look failed: ${shortened(trouble.message)}`,
        repair: { label: 'Check its settings', href: editPath(applet) },
      }
  }
}

function unconnected(module_name: string | null, applet: TroubledApplet) {
  if (module_name === null) {
    return {
      says: 'A connection no longer works, so this does not run.',
      repair: { label: 'Repair it', href: '/settings/connections' },
    }
  }
  return {
    says: `${accountOf(module_name, applet)} is no longer connected, so this does not run.`,
    repair: { label: 'Repair the connection', href: reconnectPath(module_name, appletPath(applet)) },
  }
}

/** One that the shown version does not use anymore has no name here. */
function nameOf(module_name: string, { services }: TroubledApplet): string {
  return services.find((service) => service.module_name === module_name)?.name ?? 'A service'
}

/** The account is lost, while the Applet itself is still connected, as its button says. */
function accountOf(module_name: string, { services }: TroubledApplet): string {
  const service = services.find((each) => each.module_name === module_name)
  return service ? `Your ${service.name} account` : 'An account'
}

function shortened(message: string): string {
  return message.length > MOST_QUOTED ? `${message.slice(0, MOST_QUOTED - 1).trimEnd()}…` : message
}
