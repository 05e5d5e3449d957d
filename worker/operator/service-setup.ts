import type { Settings } from '../context/env.ts'
import type { ServiceSetup } from '../contract/operator/operator-overview.ts'
import type { ServiceRow } from '../db/schema/connections.ts'

type Service = Pick<ServiceRow, 'module_name' | 'connect_kind'>

/** Whether people can connect the service as things are. */
export function setupOf(
  { SERVICE_CREDENTIALS }: Pick<Settings, 'SERVICE_CREDENTIALS'>,
  service: Service,
): ServiceSetup {
  switch (service.connect_kind) {
    case 'none':
    case 'key':
      return 'ready'
    case 'oauth2':
      return SERVICE_CREDENTIALS[service.module_name] ? 'ready' : 'no_client'
  }
}

/** Where the service sends people back, to be registered there; null where it asks for none. */
export function redirectUri({ SITE_ORIGIN }: Pick<Settings, 'SITE_ORIGIN'>, service: Service): string | null {
  return service.connect_kind === 'oauth2' ? `${SITE_ORIGIN}/api/connections/callback/${service.module_name}` : null
}
