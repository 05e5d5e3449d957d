import type { Applet } from '../../worker/contract/applets/applet.ts'
import type { ApiClient } from '../edge/api/api-client.ts'
import { unwrap } from '../edge/api/api-fetch.ts'
import type { PressedApplet } from './sign-in/pressed-applet.ts'

const APPLET_PAGE = /^\/(?:applets|connections)\/([^/?#]+)(?:[?#]|$)/

/** The Applet of this return_to; null for any other page, or where it cannot be read: signing in does not need it. */
export async function loadPressedApplet(api: ApiClient, return_to: string): Promise<PressedApplet | null> {
  const [, id] = APPLET_PAGE.exec(return_to) ?? []
  if (!id) return null
  try {
    const { applet } = await unwrap(api.api.applets[':id'].$get({ param: { id: decodeURIComponent(id) } }))
    return pressed(applet)
  } catch {
    return null
  }
}

function pressed({ name, step_services, needs_configuration }: Applet): PressedApplet {
  const services = step_services.filter(({ connect_kind }) => connect_kind !== 'none')
  return { name, services: services.map((service) => service.name), needs_configuration }
}
