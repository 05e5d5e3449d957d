import { runningServices } from '../../services/running-services.fixture.ts'
import type { Settings } from '../../../../worker/system/context/env.ts'
import type { RunnableService } from '../../../../worker/engine/steps/service-steps.ts'
import { guardedOutcome } from '../../../../worker/system/outbound/guarded-outcome.ts'
import { findService } from '../../../../worker/services/known-services.ts'
import type { Services } from '../../services/start-services.ts'

/** A call that a step made, and what it was answered. */
export type Exchange = { method: string; address: string; body: string; status: number; answer: string }

/** Whether the answer to a call gets lost on its way. */
export type IsLost = (call: Pick<Exchange, 'method' | 'address'>) => boolean

/** `site`: where the product is. */
type Surroundings = { isLost?: IsLost | undefined; site?: string }

export type OpenedDouble = ReturnType<typeof openAt>

/** A service, its double's address and control, and what reaches it there. */
type Place = {
  service: RunnableService
  addresses: Record<string, string>
  /** The doubles, as far as tests ask for them. */
  services: Pick<Services, 'origin' | 'control'>
  fetch: typeof fetch
}

/** Starts the doubles for one test: a service as the Runner runs it, where its double is, and the guarded fetch. */
export async function openDouble(module_name: string, now: () => number, surroundings: Surroundings = {}) {
  const services = await runningServices({ now })
  const service = findService(module_name)
  if (!service) throw new Error(`There is no service ${module_name}.`)
  return openAt({ service, addresses: services.addresses, services, fetch }, surroundings)
}

/** A service as the Runner runs it, with the double that is in its place. */
export function openAt(place: Place, { isLost = () => false, site = 'https://switchyard.example' }: Surroundings = {}) {
  const { service, addresses, services } = place
  const address = `${services.origin}/${service.module_name}`
  const exchanges: Exchange[] = []
  const exchange: typeof fetch = async (input, init) => {
    const response = await place.fetch(input, init)
    const { method = 'GET', body } = init ?? {}
    const answer = await response.clone().text()
    exchanges.push({ method, address: String(input), body: String(body ?? ''), status: response.status, answer })
    return isLost({ method, address: String(input) }) ? new Response('', { status: 502 }) : response
  }
  const settings: Pick<Settings, 'SITE_ORIGIN' | 'SUPPORT_URL' | 'TRUSTED_ORIGINS' | 'SERVICE_ADDRESSES'> = {
    SITE_ORIGIN: site,
    SUPPORT_URL: 'https://switchyard.example/support',
    TRUSTED_ORIGINS: [services.origin],
    SERVICE_ADDRESSES: addresses,
  }
  return {
    services,
    service,
    address,
    settings,
    guarded: guardedOutcome({ settings, fetch: exchange }),
    exchanges,
    /** Presses a button of the double's page, such as `new_star`. Throws what it answers but for a redirect. */
    press: async (slug: string, fields: Record<string, string> = {}): Promise<void> => {
      const body = new URLSearchParams(fields)
      const pressed = { method: 'POST', body, redirect: 'manual' } as const
      const answer = await place.fetch(`${address}/control/${slug}`, pressed)
      if (answer.status !== 302 && answer.status !== 303) throw new Error(await answer.text())
    },
  }
}
