import type { Ctx } from '../../system/context/context.ts'
import type { ConnectWays } from '../../contract/connections/service.ts'
import type { ServiceRow } from '../../db/services/service-catalog.ts'
import { serversOf } from '../../services/format/connect-values.ts'
import { serviceFile } from '../../services/known-services.ts'
import { operatorClient } from './find-client.ts'

type Service = Pick<ServiceRow, 'module_name' | 'connect_kind' | 'connect_fields'>

/** How people can connect a service on this site. A sign-in needs the operator's client, or servers that give us one. */
export function waysToConnect(ctx: Pick<Ctx, 'settings'>, service: Service): ConnectWays {
  const { module_name, connect_kind, connect_fields } = service
  const paste = connect_fields?.find(({ type }) => type === 'secret')?.label ?? connect_fields?.[0]?.label ?? null
  switch (connect_kind) {
    case 'none':
      return { sign_in: false, paste: null }
    case 'key':
      return { sign_in: false, paste: paste ?? 'Key' }
    case 'oauth2': {
      const sign_in = operatorClient(ctx, module_name) !== null || serversOf(serviceFile(module_name)) !== null
      return { sign_in, paste }
    }
  }
}
