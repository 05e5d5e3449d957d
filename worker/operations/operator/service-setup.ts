import type { Ctx } from '../../system/context/context.ts'
import { waysToConnect } from '../../connections/oauth/ways-to-connect.ts'
import type { OperatedService, ServiceSetup } from '../../contract/operator/operator-overview.ts'
import type { ServiceRow } from '../../db/services/service-catalog.ts'
import { serversOf } from '../../services/format/connect-values.ts'
import { serviceFile } from '../../services/known-services.ts'

/** Whether people can connect the service as things are. */
export function setupOf(ctx: Pick<Ctx, 'settings'>, service: ServiceRow): ServiceSetup {
  const { sign_in, paste } = waysToConnect(ctx, service)
  if (service.connect_kind !== 'oauth2' || sign_in) return 'ready'
  return paste === null ? 'no_client' : 'no_sign_in'
}

/** Finds what to register where, for a service that wants a client of the operator's own. */
export function registrationOf(
  { settings }: Pick<Ctx, 'settings'>,
  { module_name, connect_kind }: ServiceRow,
): Pick<OperatedService, 'redirect_uri' | 'register_url'> {
  const file = serviceFile(module_name)
  if (connect_kind !== 'oauth2' || serversOf(file)) return { redirect_uri: null, register_url: null }
  return {
    redirect_uri: `${settings.SITE_ORIGIN}/api/connections/callback/${module_name}`,
    register_url: (file?.connect.kind === 'oauth2' && file.connect.register_url) || null,
  }
}
