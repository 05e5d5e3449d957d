import { appletPath } from '../../../worker/contract/addresses.ts'
import { RUN_ID } from '../../../worker/contract/runs/applet-run.ts'
import { unwrap } from '../../edge/api/api-fetch.ts'
import type { Loaded, PrivateLoadInput } from '../../edge/routing/page-route.ts'
import type { PressData } from './press-page.tsx'

/** Loads an Applet's button. Not found for an Applet that starts with something else. */
export async function loadPressPage({ mine, params, search }: PrivateLoadInput): Promise<Loaded<PressData>> {
  const { applet } = await unwrap(mine.api.applets[':id'].$get({ param: { id: params.id ?? '' } }))
  if (!applet.has_button) return { kind: 'not_found' }
  const run = search.get('run') ?? ''
  const { id, name } = applet
  const data = {
    applet: { id, name, path: appletPath(applet) },
    enabled: 'status' in applet && applet.status === 'enabled_for_user',
    pressed: RUN_ID.test(run) ? run : null,
  }
  return { kind: 'page', data, title: name, head: { ownShortcut: true } }
}
